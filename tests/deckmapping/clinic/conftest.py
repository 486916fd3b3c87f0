"""The clinic on the catalogue of the real files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deckmapping.clinic.clinic import Clinic

if TYPE_CHECKING:
    from deckmapping.catalogue import Catalogue


@pytest.fixture(scope="session")
def full_clinic(full: Catalogue) -> Clinic:
    return Clinic(full)
