"""What runs while a program is recorded: which code is entered at a call, behind an operation, in a callback."""
