"""The first tables: settings of servers, answers, votes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "secret",
        sa.Column("id", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("salt", sa.String(64), nullable=False),
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.BigInteger(), autoincrement=False, primary_key=True),
        sa.Column("director_role", sa.BigInteger()),
        sa.Column("edition", sa.String(16)),
        sa.Column("sure", sa.Double(), nullable=False),
        sa.Column("mentions", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "question_channels",
        sa.Column("id", sa.BigInteger(), autoincrement=False, primary_key=True),
        sa.Column("server", sa.BigInteger(), nullable=False, index=True),
    )
    op.create_table(
        "answers",
        sa.Column("id", sa.BigInteger(), autoincrement=False, primary_key=True),
        sa.Column("server", sa.BigInteger()),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("question_message", sa.BigInteger(), index=True),
        sa.Column("asker", sa.String(64), nullable=False, index=True),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("edition", sa.String(16), nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("refs", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Double(), nullable=False),
        sa.Column("asked_at", sa.Double(), nullable=False, index=True),
        sa.Column("director_called", sa.Boolean(), nullable=False),
        sa.Column("ruling", sa.String(64)),
        sa.Column("taught", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_answers_server_asked_at", "answers", ["server", "asked_at"])
    op.create_table(
        "votes",
        sa.Column("answer", sa.BigInteger(), sa.ForeignKey("answers.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("voter", sa.String(64), primary_key=True, index=True),
        sa.Column("helpful", sa.Boolean(), nullable=False),
    )


def downgrade() -> None:
    """Take the tables away."""
    for table in ("votes", "answers", "question_channels", "servers", "secret"):
        op.drop_table(table)
