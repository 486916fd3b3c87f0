"""Markup around lists: HTML becomes plain numbered lines, and passages that no reader sees."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.formats.asides import Passage
from deckmapping.clinic.formats.attributes import in_attributes, without_pairs
from deckmapping.clinic.formats.declarations import in_declaration

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckmapping.clinic.model import Reading

# A start or end tag up to its end, or up to what breaks it; nothing is read twice, whatever stands there.
_TAG: Final = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^<>\"']++|\"[^\"<>]*+\"|'[^'<>]*+')*+)(>?)")
_NOT_SHOWN: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|(?:^|\s)hidden(?=\s|/|$)", re.IGNORECASE)
_TO_NEXT_MARK: Final = re.compile(r"[^<>]*+>?")
_BREAKS: Final = frozenset({"br", "p", "div", "li", "ul", "ol", "dl", "dt", "dd", "hr", "tr", "h1", "h2", "h3", "h4",
                            "h5", "h6", "body", "html", "head", "table", "thead", "tbody", "tfoot", "pre", "option",
                            "select", "section", "article", "header", "footer", "main", "blockquote", "form",
                            "caption", "nav", "aside", "details", "summary", "figure", "figcaption"})  # fmt: skip
_CELLS: Final = frozenset({"td", "th"})
_OTHERS: Final = frozenset({"a", "abbr", "b", "big", "button", "center", "code", "em", "font", "i", "img", "input",
                            "ins", "label", "link", "meta", "nowiki", "q", "ref", "small", "span", "strong", "sub",
                            "sup", "tt", "u", "cite", "col", "colgroup"})  # fmt: skip
_EMPTY: Final = frozenset({"br", "hr", "img", "input", "link", "meta", "col"})
_RAW: Final = {
    name: re.compile(rf"</{name}(?=[\s/>]|$)", re.IGNORECASE) for name in ("script", "style", "title", "textarea")
}
_CODE: Final = frozenset({"script", "style"})
_RAW_WHERE: Final = {"title": "in the title of the page", "textarea": "in a field to fill in"}
_HIDDEN: Final = {"template": "in text that is not shown", "noscript": "in text that is not shown",
                  "iframe": "in text that is not shown", "object": "in text that is not shown",
                  "canvas": "in text that is not shown", "svg": "in a picture",
                  "del": "in struck text", "s": "in struck text", "strike": "in struck text",
                  "h1": "in the head of the page"}  # fmt: skip
_KNOWN: Final = frozenset({*_BREAKS, *_CELLS, *_OTHERS, *_RAW, *_HIDDEN})


@dataclass(slots=True)
class Page:
    """What stands in a page, in its order."""

    lines: list[tuple[int, str]] = field(default_factory=list)
    """The lines that a reader sees, each with the number of the text's line in which it begins; blank ones too."""
    passages: list[Passage] = field(default_factory=list)


def read_html(text: str) -> Page:
    """Read the HTML in *text*: what a reader sees, and what he does not see."""
    return _Reader(text).read()


class _Reader:
    """Goes through a page once, from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._page = Page()
        self._last_end = text.rfind(">")
        self._line = 1
        self._counted = 0  # up to where line ends were counted
        self._shown: list[str] = []
        self._shown_line = 1
        self._has_words = False
        self._hidden = ""  # the element that hides what stands in it
        self._depth = 0
        self._where = ""
        self._kept: list[str] = []
        self._kept_line = 1

    def read(self) -> Page:
        text, at = self._text, 0
        while at < len(text):
            mark = text.find("<", at)
            self._put(at, text[at : mark if mark >= 0 else len(text)])
            if mark < 0:
                break
            at = self._read_mark(mark)
        self._end_hidden()
        self._break()
        return self._page

    def _read_mark(self, at: int) -> int:
        """Read what begins with the ``<`` at *at*, and return where the next text begins."""
        text = self._text
        if text.startswith("<!--", at):
            return self._skip_comment(at)
        if text.startswith(("<!", "<?"), at) and self._last_end > at:
            end = self._text.find(">", at)
            self._page.passages += in_declaration(self._line_at(at), text[at + 1 : end])
            return end + 1
        tag = _TAG.match(text, at)
        if tag is None:
            self._put(at, "<")  # a mark of a title, not of HTML
            return at + 1
        name, inside, end = tag[2].lower(), tag[3], tag.end()
        words, where = "" if name in _KNOWN else tag[2], f"in the tag {name[:20]}"
        if not tag[4]:  # broken: what follows up to the next mark is no text either
            rest = _TO_NEXT_MARK.match(text, end)
            end = rest.end() if rest else end
            inside, where = text[tag.end(2) : end].strip("<>"), "in a broken tag"
        if not tag[1] or not words:  # an end repeats its beginning
            self._aside(at, words + without_pairs(inside), where)
        if name in _RAW and not tag[1] and not self._hidden:
            return self._skip_raw(name, end)
        self._read_tag(name, at, inside, is_end=bool(tag[1]))
        return end

    def _read_tag(self, name: str, at: int, inside: str, *, is_end: bool) -> None:
        if self._hidden:
            if name == self._hidden and name not in _EMPTY:
                self._depth += -1 if is_end else 1
            if not self._depth or (self._hidden == "h1" and name in _BREAKS):
                self._end_hidden()
            elif name in _BREAKS:
                self._kept.append("\n" if self._hidden != "h1" else " ")
        elif not is_end and (name in _HIDDEN or (name not in _EMPTY and _NOT_SHOWN.search(inside))):
            self._hidden, self._depth, self._kept_line = name, 1, self._line_at(at)
            self._where = _HIDDEN.get(name, "in text that is not shown")
        if name in _BREAKS:
            self._break()
        elif name in _CELLS:
            self._put(at, "\t")
        if not is_end and "=" in inside:
            passages = in_attributes(name, self._line_at(at), inside)
            self._page.passages += [passage for passage in passages if passage.text.strip()]

    def _skip_comment(self, at: int) -> int:
        begins, end = at + len("<!--"), self._text.find("-->", at + len("<!--"))
        self._aside(at, self._text[begins : end if end >= 0 else len(self._text)],
                    "in a comment" if end >= 0 else "in a comment without its end")  # fmt: skip
        return end + len("-->") if end >= 0 else len(self._text)

    def _skip_raw(self, name: str, begins: int) -> int:
        found = _RAW[name].search(self._text, begins)
        end = found.start() if found else len(self._text)
        where = _RAW_WHERE.get(name, f"in a {name}") + ("" if found else " without its end")
        self._break()
        is_name, is_code = name == "title" and bool(found), name in _CODE
        passage = Passage(self._line_at(begins), self._text[begins:end], where, is_name=is_name, is_code=is_code)
        self._page.passages.append(passage)
        return end

    def _put(self, at: int, words: str) -> None:
        """Take text that stands at *at*: shown, or kept aside where it is hidden."""
        if self._hidden:
            self._kept.append(words)
            return
        first, *others = words.split("\n")
        self._add(at, first)
        for line in others:
            self._break()
            at += len(first) + 1
            first = line
            self._add(at, line)

    def _add(self, at: int, words: str) -> None:
        if not self._has_words:  # a line is where its first word is
            self._shown_line = self._line_at(at)
            self._has_words = bool(words.strip())
        self._shown.append(words)

    def _break(self) -> None:
        lines = html.unescape("".join(self._shown)).split("\n")
        self._page.lines += [(self._shown_line, line.strip(" \r")) for line in lines]
        self._shown, self._has_words = [], False

    def _aside(self, at: int, words: str, where: str) -> None:
        if words.strip():
            self._page.passages.append(Passage(self._line_at(at), words, where))

    def _end_hidden(self) -> None:
        words = "".join(self._kept)
        if words.strip():
            is_name = self._hidden == "h1"
            self._page.passages.append(Passage(self._kept_line, words, self._where, is_name=is_name))
        self._hidden, self._depth, self._kept = "", 0, []

    def _line_at(self, at: int) -> int:
        """Return the number of the line that *at* stands in; never asked for an earlier place than before."""
        if at > self._counted:
            self._line += self._text.count("\n", self._counted, at)
            self._counted = at
        return self._line


def shown_lines(page: Page, *, keeps_blank: bool) -> Iterator[tuple[int, str]]:
    """Yield the shown lines of *page*, numbered in their order from 1: the text's line may hold many of them."""
    yield from enumerate((line for _, line in _kept(page, keeps_blank=keeps_blank)), start=1)


def at_lines(reading: Reading, page: Page, *, keeps_blank: bool) -> Reading:
    """Return what was read of `shown_lines` with the numbers of the text's lines."""
    numbers = [0, *[number for number, _ in _kept(page, keeps_blank=keeps_blank)]]
    return replace(
        reading,
        entries=tuple([replace(entry, line=numbers[entry.line]) for entry in reading.entries]),
        ignored=tuple([replace(each, line=numbers[each.line]) for each in reading.ignored]),
        remarks=tuple([replace(remark, line=numbers[remark.line]) for remark in reading.remarks]),
    )


def _kept(page: Page, *, keeps_blank: bool) -> list[tuple[int, str]]:
    return page.lines if keeps_blank else [each for each in page.lines if each[1].strip()]
