"""What happens to every call, whichever it is: who makes it, whether he may, what is told, logged and counted."""
