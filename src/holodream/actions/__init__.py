"""What can be done with a memory beside looking facts up; each module holds a few methods of `Memory`."""
