"""Work that takes longer than a call may hold up others: in processes of its own, with progress and cancellation."""
