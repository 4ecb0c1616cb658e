"""The provider outside a host: arguments, failures, files. With the real hosts: see the folder above."""
