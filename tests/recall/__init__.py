"""From a message to the few facts that matter, judged by what a person sees."""
