"""One module a group of commands; each reads its arguments, calls, and shows the answer."""
