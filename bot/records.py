"""The club's records: settings of servers, questions with their answers, votes and rulings, in a real database.

SQLite by default, PostgreSQL by URL. No user id is kept, only its hash under a salt of this database.
"""

import hashlib
import hmac
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property

from sqlalchemy import Engine, Update, create_engine, delete, event, func, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.orm import Session
from sqlalchemy.pool import StaticPool

from bot.records_migrate import migrate
from bot.records_schema import AnswerRow, ChannelRow, SecretRow, ServerRow, VoteRow
from corpus.errors import SettingsError, StateError

THREADS = 4
"""How many threads may use the database at a time."""

SURE = 0.75
"""How sure an answer must be to be given unasked, until a server says otherwise."""


@dataclass(frozen=True, slots=True)
class Server:
    """The settings of a server; what it hasn't chosen is silence outside mentions."""

    id: int
    director_role: int | None = None
    edition: str | None = None
    sure: float = SURE
    mentions: bool = True
    channels: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Kept:
    """A question and what was answered. `id` is the message that answers; `question_message` the one that asks."""

    id: int
    server: int | None
    channel: int
    question_message: int | None
    question: str
    edition: str
    outcome: str
    refs: tuple[str, ...]
    confidence: float
    asked_at: float = 0.0
    director_called: bool = False
    ruling: str | None = None
    taught: bool = False
    not_helpful: int = 0
    helpful: int = 0


class Records:
    """The database; in memory alone without a URL. Every method is one transaction, to be called from a thread."""

    def __init__(self, url: str = "") -> None:
        self._engine = _engine(url) if url else _in_memory()
        self.threads = THREADS if url else 1
        with _told(self._engine):
            migrate(self._engine)

    def close(self) -> None:
        """Let go of the connections."""
        self._engine.dispose()

    @contextmanager
    def _session(self) -> Iterator[Session]:
        with _told(self._engine), Session(self._engine) as session, session.begin():
            yield session

    @cached_property
    def _salt(self) -> bytes:
        """Made by the first process that wants it; the others read it."""
        try:
            with Session(self._engine) as session, session.begin():
                row = session.get(SecretRow, 1)
                if row is None:
                    row = SecretRow(id=1, salt=secrets.token_hex(32))
                    session.add(row)
                return row.salt.encode()
        except IntegrityError:
            with Session(self._engine) as session:
                return session.scalars(select(SecretRow.salt)).one().encode()

    def _hash(self, user: int) -> str:
        return hmac.new(self._salt, str(user).encode(), hashlib.sha256).hexdigest()

    def server(self, id: int) -> Server:
        """The settings of a server, or those that hold until it chooses."""
        with self._session() as session:
            row = session.get(ServerRow, id)
            channels = frozenset(session.scalars(select(ChannelRow.id).where(ChannelRow.server == id)))
            if row is None:
                return Server(id, channels=channels)
            return Server(id, row.director_role, row.edition, row.sure, row.mentions, channels)

    def set_server(self, server: Server) -> None:
        """Keep the settings of a server."""
        with self._session() as session:
            session.merge(
                ServerRow(
                    id=server.id,
                    director_role=server.director_role,
                    edition=server.edition,
                    sure=server.sure,
                    mentions=server.mentions,
                )
            )
            session.execute(delete(ChannelRow).where(ChannelRow.server == server.id))
            session.add_all(ChannelRow(id=channel, server=server.id) for channel in server.channels)

    def keep(self, kept: Kept, asker: int) -> None:
        """Keep an answer; one that is kept already is replaced, as a question is edited."""
        with self._session() as session:
            before = session.get(AnswerRow, kept.id)
            if before is not None and before.question != kept.question:
                # what was said on the old question doesn't hold for the new one
                before.ruling, before.taught = None, False
                session.execute(delete(VoteRow).where(VoteRow.answer == kept.id))
            session.merge(
                AnswerRow(
                    id=kept.id,
                    server=kept.server,
                    channel=kept.channel,
                    question_message=kept.question_message,
                    asker=self._hash(asker),
                    question=kept.question,
                    edition=kept.edition,
                    outcome=kept.outcome,
                    refs=";".join(kept.refs),
                    confidence=kept.confidence,
                    asked_at=kept.asked_at or time.time(),
                )
            )

    def find(self, id: int) -> Kept | None:
        """The answer that a message gave."""
        with self._session() as session:
            row = session.get(AnswerRow, id)
            return _kept(row) if row else None

    def find_question(self, message: int) -> Kept | None:
        """The answer to the question in a message."""
        with self._session() as session:
            row = session.scalars(select(AnswerRow).where(AnswerRow.question_message == message)).first()
            return _kept(row) if row else None

    def drop(self, id: int) -> None:
        """Forget an answer that was deleted."""
        with self._session() as session:
            session.execute(delete(AnswerRow).where(AnswerRow.id == id))

    def vote(self, id: int, user: int, *, helpful: bool) -> bool:
        """Keep a person's vote, in place of an earlier one; False where the answer is no longer kept."""
        with self._session() as session:
            if session.get(AnswerRow, id) is None:
                return False
            session.merge(VoteRow(answer=id, voter=self._hash(user), helpful=helpful))
            return True

    def call_director(self, id: int) -> bool:
        """Note that a director is called; True for the first who does it, however many processes try."""
        return self._first(
            update(AnswerRow).where(AnswerRow.id == id, ~AnswerRow.director_called), director_called=True
        )

    def rule(self, id: int, ref: str) -> None:
        """Keep a director's ruling."""
        with self._session() as session:
            session.execute(update(AnswerRow).where(AnswerRow.id == id).values(ruling=ref))

    def teach(self, id: int) -> bool:
        """Note that a question was put into the bank; True for the first who does it."""
        return self._first(update(AnswerRow).where(AnswerRow.id == id, ~AnswerRow.taught), taught=True)

    def take_back(self, id: int, *, called: bool = False, taught: bool = False) -> None:
        """Take back that a director was called, or a question taught, where it then failed."""
        values = {"director_called": False} if called else {}
        values |= {"taught": False} if taught else {}
        with self._session() as session:
            session.execute(update(AnswerRow).where(AnswerRow.id == id).values(**values))

    def _first(self, statement: Update, **values: bool) -> bool:
        with self._session() as session:
            result = session.execute(statement.values(**values).returning(AnswerRow.id))
            return result.first() is not None

    def unanswered(self, server: int) -> list[Kept]:
        """What was unsure or not helpful and has no ruling, the newest first."""
        bad = select(VoteRow.answer).where(~VoteRow.helpful)
        wanted = (AnswerRow.outcome == "unsure") | AnswerRow.id.in_(bad)
        with self._session() as session:
            rows = session.scalars(
                select(AnswerRow)
                .where(AnswerRow.server == server, AnswerRow.ruling.is_(None), wanted)
                .order_by(AnswerRow.asked_at.desc())
            )
            return self._with_votes(session, server, [_kept(row) for row in rows])

    def since(self, server: int, when: float) -> list[Kept]:
        """What was asked in a server since a time, the oldest first."""
        with self._session() as session:
            rows = session.scalars(
                select(AnswerRow)
                .where(AnswerRow.server == server, AnswerRow.asked_at >= when)
                .order_by(AnswerRow.asked_at)
            )
            return self._with_votes(session, server, [_kept(row) for row in rows])

    def _with_votes(self, session: Session, server: int, kept: list[Kept]) -> list[Kept]:
        counts = (
            select(VoteRow.answer, VoteRow.helpful, func.count())
            .join(AnswerRow, AnswerRow.id == VoteRow.answer)
            .where(AnswerRow.server == server)
            .group_by(VoteRow.answer, VoteRow.helpful)
        )
        votes = {(answer, helpful): count for answer, helpful, count in session.execute(counts)}
        return [
            replace(one, helpful=votes.get((one.id, True), 0), not_helpful=votes.get((one.id, False), 0))
            for one in kept
        ]

    def forget(self, user: int) -> int:
        """Remove what a person asked and voted; the number of rows that went."""
        hashed = self._hash(user)
        with self._session() as session:
            votes = session.scalars(delete(VoteRow).where(VoteRow.voter == hashed).returning(VoteRow.answer)).all()
            answers = session.scalars(delete(AnswerRow).where(AnswerRow.asker == hashed).returning(AnswerRow.id)).all()
            return len(votes) + len(answers)

    def purge(self, before: float) -> int:
        """Remove what was asked before a time; the number of answers that went."""
        with self._session() as session:
            gone = session.scalars(delete(AnswerRow).where(AnswerRow.asked_at < before).returning(AnswerRow.id)).all()
            return len(gone)


def _kept(row: AnswerRow) -> Kept:
    return Kept(
        row.id,
        row.server,
        row.channel,
        row.question_message,
        row.question,
        row.edition,
        row.outcome,
        tuple(row.refs.split(";")) if row.refs else (),
        row.confidence,
        row.asked_at,
        row.director_called,
        row.ruling,
        row.taught,
    )


def _engine(url: str) -> Engine:
    try:
        engine = create_engine(make_url(url), pool_pre_ping=True)
    except ArgumentError as error:
        raise SettingsError(
            "LAWBOOK_DATABASE_URL is no address of a database; expected something like "
            "postgresql://user:password@host/name or sqlite:////path/to/file."
        ) from error
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise SettingsError(f"For this LAWBOOK_DATABASE_URL a driver is missing here: {error}.") from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _in_memory() -> Engine:
    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: DBAPIConnection, _: object) -> None:
    """Several processes may write; foreign keys are off unless they are asked for."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


@contextmanager
def _told(engine: Engine) -> Iterator[None]:
    """What the database can't do as one sentence, which shows no password."""
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, OSError) as error:
        where = engine.url.render_as_string(hide_password=True)
        reason = str(getattr(error, "orig", None) or error).strip().split("\n")[0]
        raise StateError(f"The database {where} can't be used: {reason}") from error
