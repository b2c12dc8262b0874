"""The club's records, over SQLite and over a real PostgreSQL server."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from postgres_server import postgres, programs
from sqlalchemy import create_engine, inspect, text

from bot.discord_config import database_url
from bot.records import SURE, Kept, Records, Server
from bot.records_schema import Base
from corpus.errors import SettingsError, StateError

ANNA, BERT, CARL = 11_111_111_111_111_111, 22_222_222_222_222_222, 33_333_333_333_333_333
BIG = 1_573_848_377_576_801_795
KEPT = Kept(BIG, 5, 6, 7, "May dummy call the director?", "2017", "unsure", ("43A1(a)", "42B3"), 0.41, 1000.0)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    if programs() is None:
        pytest.skip("there is no PostgreSQL server on this machine to start (Debian: apt-get install postgresql)")
    with postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "memory", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "memory":
        yield ""
    elif request.param == "sqlite":
        yield database_url("", tmp_path / "home")
    else:
        made = database_url(request.getfixturevalue("server"), tmp_path)
        yield made
        engine = create_engine(made)
        with engine.begin() as connection:
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
        engine.dispose()


@pytest.fixture
def records(url: str) -> Iterator[Records]:
    made = Records(url)
    yield made
    made.close()


def test_a_server_that_chose_nothing_has_nothing_said_unasked(records: Records) -> None:
    assert records.server(5) == Server(5, None, None, SURE, True, frozenset())


def test_settings_are_kept_and_changed(records: Records) -> None:
    first = Server(5, 9, "2007", 0.5, False, frozenset({BIG, 2}))
    records.set_server(first)
    assert records.server(5) == first
    second = replace(first, channels=frozenset({2, 3}), director_role=None)
    records.set_server(second)
    assert records.server(5) == second
    assert records.server(6).channels == frozenset(), "another server's channels are its own"


def test_an_answer_is_kept_and_found(records: Records) -> None:
    records.keep(KEPT, ANNA)
    assert records.find(BIG) == KEPT
    assert records.find_question(7) == KEPT
    assert records.find(1) is None
    assert records.find_question(1) is None


def test_an_answer_given_anew_takes_the_place_of_the_first(records: Records) -> None:
    records.keep(KEPT, ANNA)
    records.call_director(BIG)
    records.keep(replace(KEPT, question="How do I put down dummy?", outcome="answered"), ANNA)
    found = records.find(BIG)
    assert found is not None
    assert (found.question, found.outcome, found.director_called) == ("How do I put down dummy?", "answered", True)


def test_another_question_in_the_same_place_has_no_votes_and_no_ruling(records: Records) -> None:
    records.keep(KEPT, ANNA)
    records.vote(BIG, BERT, helpful=False)
    records.rule(BIG, "43A1(c)")
    records.teach(BIG)
    records.keep(KEPT, ANNA)
    assert records.find(BIG) == replace(KEPT, ruling="43A1(c)", taught=True), "the same question answered again"
    records.keep(replace(KEPT, question="another"), ANNA)
    (found,) = records.since(5, 0)
    assert (found.ruling, found.taught, found.not_helpful) == (None, False, 0)


def test_a_later_vote_takes_the_place_of_the_first(records: Records) -> None:
    records.keep(KEPT, ANNA)
    assert records.vote(BIG, BERT, helpful=True)
    assert records.vote(BIG, BERT, helpful=False)
    assert records.vote(BIG, CARL, helpful=True)
    (found,) = records.unanswered(5)
    assert (found.helpful, found.not_helpful) == (1, 1)
    assert not records.vote(1, BERT, helpful=True), "there is no such answer"


def test_a_director_is_called_once_however_many_ask(records: Records) -> None:
    records.keep(KEPT, ANNA)
    outcomes: list[bool] = []
    threads = [
        threading.Thread(target=lambda: outcomes.append(records.call_director(BIG))) for _ in range(records.threads)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes.count(True) == 1
    records.take_back(BIG, called=True)
    assert records.call_director(BIG), "it failed the first time"


def test_taught_once(records: Records) -> None:
    records.keep(KEPT, ANNA)
    assert [records.teach(BIG), records.teach(BIG)] == [True, False]
    records.take_back(BIG, taught=True)
    assert records.teach(BIG)


def test_what_is_unanswered(records: Records) -> None:
    rows = {
        1: replace(KEPT, id=1, outcome="unsure", asked_at=1.0),
        2: replace(KEPT, id=2, outcome="answered", asked_at=2.0),
        3: replace(KEPT, id=3, outcome="answered", asked_at=3.0),
        4: replace(KEPT, id=4, outcome="unsure", asked_at=4.0),
        5: replace(KEPT, id=5, outcome="unsure", server=99),
    }
    for row in rows.values():
        records.keep(row, ANNA)
    records.vote(2, BERT, helpful=False)
    records.vote(3, BERT, helpful=True)
    records.rule(4, "43A1(a)")
    assert [one.id for one in records.unanswered(5)] == [2, 1], (
        "not helpful, unsure; not the helpful, ruled, or others'"
    )


def test_since_a_time(records: Records) -> None:
    for number in (1, 2, 3):
        records.keep(replace(KEPT, id=number, asked_at=float(number)), ANNA)
    assert [one.id for one in records.since(5, 2.0)] == [2, 3]


def test_forgetting_a_person_takes_what_he_asked_and_voted(records: Records) -> None:
    records.keep(KEPT, ANNA)
    records.keep(replace(KEPT, id=2), BERT)
    records.vote(BIG, BERT, helpful=True)
    records.vote(2, ANNA, helpful=False)
    assert records.forget(ANNA) == 2
    assert records.find(BIG) is None
    assert records.find(2) is not None
    assert [one.not_helpful for one in records.since(5, 0)] == [0]
    assert records.forget(ANNA) == 0


def test_what_is_older_than_the_retention_goes(records: Records) -> None:
    records.keep(replace(KEPT, id=1, asked_at=10.0), ANNA)
    records.keep(replace(KEPT, id=2, asked_at=20.0), ANNA)
    records.vote(1, BERT, helpful=True)
    assert records.purge(15.0) == 1
    assert records.find(1) is None
    assert records.find(2) is not None


def test_an_answer_kept_without_a_time_was_given_now(records: Records) -> None:
    records.keep(replace(KEPT, asked_at=0.0), ANNA)
    found = records.find(BIG)
    assert found is not None
    assert abs(found.asked_at - time.time()) < 30


def test_no_user_id_is_in_the_database(url: str) -> None:
    if not url:
        pytest.skip("a database in memory is seen by nobody else")
    records = Records(url)
    records.keep(KEPT, ANNA)
    records.vote(BIG, BERT, helpful=True)
    records.close()
    engine = create_engine(url)
    with engine.connect() as connection:
        names = inspect(connection).get_table_names()
        rows = [str(row) for name in names for row in connection.execute(text(f"SELECT * FROM {name}"))]
    engine.dispose()
    assert len(rows) >= 4, "a salt, a revision, an answer and a vote"
    assert not any(str(user) in row for user in (ANNA, BERT) for row in rows)


def test_the_migrations_make_the_tables_that_the_code_has(url: str) -> None:
    if not url:
        pytest.skip("a database in memory is seen by nobody else")
    Records(url).close()
    engine = create_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    engine.dispose()


def test_several_processes_may_open_it_at_once(url: str) -> None:
    if not url:
        pytest.skip("a database in memory is seen by nobody else")
    opened: list[Records] = []
    threads = [threading.Thread(target=lambda: opened.append(Records(url))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 4
    opened[0].keep(KEPT, ANNA)
    assert opened[1].forget(ANNA) == 1, "the salt is the same for all"
    for one in opened:
        one.close()


def test_what_is_kept_survives_the_process(tmp_path: Path) -> None:
    url = database_url("", tmp_path)
    first = Records(url)
    first.keep(KEPT, ANNA)
    first.close()
    second = Records(url)
    assert second.find(BIG) == KEPT
    second.close()


@pytest.mark.parametrize(
    ("given", "error", "named", "why"),
    [
        ("nonsense", SettingsError, "LAWBOOK_DATABASE_URL", "no address"),
        ("oracle://x/y", SettingsError, "driver", "a database that isn't served here"),
        ("postgresql://u:geheim@127.0.0.1:1/x", StateError, "can't be used", "nobody listens there"),
        ("sqlite:////proc/nowhere/x.sqlite3", StateError, "can't be used", "a folder that can't be made"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_sentence(
    given: str, error: type[Exception], named: str, why: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=named) as caught:
        Records(database_url(given, tmp_path))
    assert "geheim" not in str(caught.value)


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    url = database_url("", tmp_path)
    Records(url).close()
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StateError, match="another version"):
        Records(url)


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("", "sqlite:////home/x/records.sqlite3"),
        ("postgres://h/d", "postgresql+psycopg://h/d"),
        ("postgresql://u:p@h/d", "postgresql+psycopg://u:p@h/d"),
        ("postgresql+psycopg://h/d", "postgresql+psycopg://h/d"),
        ("sqlite:////elsewhere", "sqlite:////elsewhere"),
    ],
)
def test_the_address_as_the_driver_wants_it(given: str, made: str) -> None:
    assert database_url(given, Path("/home/x")) == made
