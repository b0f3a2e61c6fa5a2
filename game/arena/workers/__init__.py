"""Who does the work of contests: this process, others beside it, or the machines of a cluster."""
