"""What a button does is written into its custom id and read again, within Discord's hundred characters."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import custom_ids
from bot.custom_ids import LIMIT, Deed, Press, pack, unpack
from bot.documents import Document, Kind, Part
from corpus.errors import BadReference
from corpus.refs import LawRef

REFS = st.builds(
    lambda law, path: LawRef(law, path),
    st.integers(1, 93),
    st.sampled_from([(), ("A",), ("B", "2"), ("A", "1", "a"), ("H", "12", "z", "iv")]),
)
PARTS = st.builds(Part, REFS, st.booleans(), st.sampled_from(["", "2007"]))
DOCUMENTS = st.builds(
    Document,
    st.sampled_from(Kind),
    st.sampled_from(["2007", "2017"]),
    st.lists(PARTS, min_size=1, max_size=3).map(tuple),
    st.sampled_from(["", "2007"]),
)


@given(st.builds(Press, st.just(Deed.TURN), DOCUMENTS, st.integers(0, 99)))
def test_three_clauses_fit_and_are_read_again(press: Press) -> None:
    packed = pack(press)
    assert packed is not None
    assert len(packed) <= LIMIT
    assert unpack(packed) == press


def test_definitions_are_read_again() -> None:
    press = Press(Deed.OPEN, Document(Kind.QUOTES, "2017", (Part(LawRef(0, ("Adjusted Score",))),)))
    assert unpack(pack(press) or "") == press


def test_parts_that_do_not_fit_are_left_out_from_the_end() -> None:
    terms = tuple(Part(LawRef(0, (word * 12,))) for word in ("abc", "def", "ghi"))
    packed = pack(Press(Deed.OPEN, Document(Kind.QUOTES, "2017", terms)))
    assert packed is not None
    assert len(packed) <= LIMIT
    assert unpack(packed).document.parts == terms[:1]


def test_a_part_too_long_for_any_id_has_none() -> None:
    assert pack(Press(Deed.OPEN, Document(Kind.QUOTES, "2017", (Part(LawRef(0, ("x" * 100,))),)))) is None


@pytest.mark.parametrize(
    ("custom_id", "why"),
    [
        ("lawbook|open|law|2017||999", "no such law"),
        ("lawbook|open|law|2017", "cut short"),
        ("lawbook|shut|law|2017||43", "a deed that there isn't"),
        ("lawbook|turn|law|2017||43|two", "a page that is no number"),
        ("", "nothing"),
    ],
)
def test_what_is_no_id_of_ours_is_refused(custom_id: str, why: str) -> None:
    with pytest.raises(BadReference):
        unpack(custom_id)


ID = 1_573_848_377_576_801_795


@pytest.mark.parametrize(
    ("custom_id", "template", "named"),
    [
        (custom_ids.delete_id(ID), custom_ids.DELETE, {"user": str(ID)}),
        (custom_ids.vote_id(helpful=True), custom_ids.VOTE, {"vote": "yes"}),
        (custom_ids.vote_id(helpful=False), custom_ids.VOTE, {"vote": "no"}),
        (custom_ids.director_id(), custom_ids.DIRECTOR, {}),
        (custom_ids.rule_id(ID), custom_ids.RULE, {"answer": str(ID)}),
        (custom_ids.ruling_id(ID), custom_ids.RULING, {"answer": str(ID)}),
        (
            custom_ids.teach_id(ID, "2017", LawRef.parse("43A1(a)")),
            custom_ids.TEACH,
            {"answer": str(ID), "edition": "2017", "ref": "43A1(a)"},
        ),
    ],
)
def test_each_deed_is_told_apart_by_its_template(custom_id: str, template: str, named: dict[str, str]) -> None:
    assert len(custom_id) <= LIMIT
    templates = [value for name, value in vars(custom_ids).items() if name.isupper() and isinstance(value, str)]
    fitting = [one for one in templates if re.fullmatch(one, custom_id)]
    assert fitting == [template]
    match = re.fullmatch(template, custom_id)
    assert match
    assert match.groupdict() == named


def test_a_reference_too_long_to_be_taught_has_no_button() -> None:
    assert custom_ids.teach_id(ID, "2017", LawRef(0, ("x" * 80,))) is None
