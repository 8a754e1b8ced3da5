"""What a record is made of: the nodes, their references, text and size; decoded when they are looked at."""
