"""What the ledger refuses beyond a field outside its limits.

DomainError
├── PostingRefusedError          refused for what the accounts hold; the refusal is stored and stands
│   ├── InsufficientFundsError   too little is free
│   ├── NoRoomError              the account could hold more than it may
│   ├── HoldNotFoundError        nothing is held under this id
│   ├── HoldResolvedError        it was posted or voided before
│   └── HoldDiffersError         less is held, or for another hand
├── PostingContentDiffersError   the id is stored with other content
├── PostingNotFoundError         no such posting is stored
└── LedgerDamagedError           what is stored was changed from outside
"""

from __future__ import annotations

from deckmapping.errors import DomainError


class PostingRefusedError(DomainError):
    """The posting was refused as a whole for what the accounts hold. The same id is refused again, for ever."""

    replayed: bool = False
    """Whether this is the stored refusal of an earlier call."""
    account: str = ""
    """Id of the account with too little free or too little room; empty where none is at fault."""


class InsufficientFundsError(PostingRefusedError):
    """Less is free on the debit side than is to be moved or held."""


class NoRoomError(PostingRefusedError):
    """The credit side could come to hold more than it may, if all that is held for it were posted."""


class HoldNotFoundError(PostingRefusedError):
    """Nothing was ever held under this id."""


class HoldResolvedError(PostingRefusedError):
    """What was held has been posted or voided before."""


class HoldDiffersError(PostingRefusedError):
    """Less is held than is to be posted, or it is held for another hand."""


class PostingContentDiffersError(DomainError):
    """The id is stored with other content; each violation names one field that differs."""


class PostingNotFoundError(DomainError):
    """No posting is stored under this id."""


class LedgerDamagedError(DomainError):
    """What is stored of a posting is not what was once written."""
