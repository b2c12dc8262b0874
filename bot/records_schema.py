"""The tables of the club's records. A change here needs a migration in `bot/migrations/versions`."""

from sqlalchemy import BigInteger, Boolean, Double, ForeignKey, Index, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """All tables."""


class SecretRow(Base):
    """The salt under which user ids are hashed: one row, made with the database."""

    __tablename__ = "secret"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    salt: Mapped[str] = mapped_column(String(64))


class ServerRow(Base):
    """The settings of a server."""

    __tablename__ = "servers"

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    director_role: Mapped[int | None] = mapped_column(BigInteger)
    edition: Mapped[str | None] = mapped_column(String(16))
    sure: Mapped[float] = mapped_column(Double)
    mentions: Mapped[bool] = mapped_column(Boolean)


class ChannelRow(Base):
    """A channel in which every new question is answered."""

    __tablename__ = "question_channels"

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    server: Mapped[int] = mapped_column(BigInteger, index=True)


class AnswerRow(Base):
    """A question with what was answered, under the id of the message that answers it."""

    __tablename__ = "answers"
    __table_args__ = (Index("ix_answers_server_asked_at", "server", "asked_at"),)

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    server: Mapped[int | None] = mapped_column(BigInteger)
    channel: Mapped[int] = mapped_column(BigInteger)
    question_message: Mapped[int | None] = mapped_column(BigInteger, index=True)
    asker: Mapped[str] = mapped_column(String(64), index=True)
    question: Mapped[str] = mapped_column(Text)
    edition: Mapped[str] = mapped_column(String(16))
    outcome: Mapped[str] = mapped_column(String(16))
    refs: Mapped[str] = mapped_column(Text)
    confidence: Mapped[float] = mapped_column(Double)
    asked_at: Mapped[float] = mapped_column(Double, index=True)
    director_called: Mapped[bool] = mapped_column(Boolean, default=False)
    ruling: Mapped[str | None] = mapped_column(String(64))
    taught: Mapped[bool] = mapped_column(Boolean, default=False)


class VoteRow(Base):
    """Whether an answer helped a person."""

    __tablename__ = "votes"

    answer: Mapped[int] = mapped_column(ForeignKey("answers.id", ondelete="CASCADE"), primary_key=True)
    voter: Mapped[str] = mapped_column(String(64), primary_key=True, index=True)
    helpful: Mapped[bool] = mapped_column(Boolean)
