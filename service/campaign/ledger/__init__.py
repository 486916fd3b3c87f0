"""The ledger: silver that is only ever moved, from one account to another."""
