"""What administrators are told of the server: versions, storage, queues, health."""
