"""Settlements: silver on its way between the ledger and GEMP's purses."""
