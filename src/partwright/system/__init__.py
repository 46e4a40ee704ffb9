"""State of the server, for administrators: versions, storage, queues, health."""
