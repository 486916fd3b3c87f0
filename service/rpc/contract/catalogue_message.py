"""A catalogue and its import report as a message; an import prints the same one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabacc.v1 import cards_pb2 as pb

if TYPE_CHECKING:
    from deckmapping.catalogue import Catalogue
    from deckmapping.report import Conflict


def catalogue_message(catalogue: Catalogue) -> pb.GetCatalogueResponse:
    """Return the report of *catalogue*."""
    report = catalogue.report
    return pb.GetCatalogueResponse(
        catalogue_version=catalogue.version,
        card_count=len(catalogue.records),
        conflicts=[_conflict(conflict) for conflict in report.conflicts],
        gaps=[
            pb.CatalogueGap(field=gap.field, count=gap.count, reason=gap.explanation, blueprint_ids=gap.ids)
            for gap in report.gaps
        ],
        notes=[
            pb.CatalogueNote(blueprint_id=note.blueprint_id, field=note.field, text=note.text, kind=note.kind)
            for note in report.notes
        ],
        left_out=[pb.CatalogueLeftOut(id=left.id, source=left.source, reason=left.reason) for left in report.left_out],
        sources=[
            pb.CatalogueSource(
                source=source.kind, name=source.name, record_count=source.record_count, card_count=source.card_count
            )
            for source in report.sources
        ],
    )


def _conflict(conflict: Conflict) -> pb.CatalogueConflict:
    return pb.CatalogueConflict(
        blueprint_id=conflict.blueprint_id,
        field=conflict.field,
        values=[pb.SourceValue(source=value.source, text=value.text) for value in conflict.values],
        taken=conflict.taken,
        reason=conflict.reason,
    )
