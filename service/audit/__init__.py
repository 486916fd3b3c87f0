"""The audit log: every change as a link of one hash chain."""
