"""The session that the transcript shows: an evening in a club."""

from fake_discord.club import Club, club
from fake_discord.things import Channel, Message
from fake_discord.transcript import Transcript

DIRECTOR = "May dummy call the director?"
DOWN = "How do I put down dummy?"
TRUMPS = "and where do the trumps go?"
ODD = "dummy said something odd?"


async def evening() -> Transcript:
    """Play it, and give what was taken down."""
    async with club(person_limit=0) as one:
        one.ask.also(ODD, "dummy said something odd")
        one.ask.also(f"{DOWN} {TRUMPS}", DOWN)
        told = Transcript(one.discord.world)
        await _ask(one, told)
        await _look_up(one, told)
        await _talk(one, told)
        questions = await _set_up(one, told)
        await _question_channel(one, told, questions)
        await _rule(one, told, questions)
        await _look_after(one, told)
    return told


async def _ask(one: Club, told: Transcript) -> None:
    told.scene("Asking", "`/ask` answers with the clauses that govern, word for word.")
    answer = await told.runs(one.anna, "ask", question=DIRECTOR)
    await told.clicks(one.bert, answer, "Whole law")
    await told.clicks(one.anna, answer, "Helpful")
    await told.runs(one.bert, "ask", question="How many tricks do we get for an established revoke?")
    await told.runs(one.bert, "ask", question="what's for lunch?", private=True)


async def _look_up(one: Club, told: Transcript) -> None:
    told.scene("Looking up", "`/law` knows numbers, words of titles, and what people call things.")
    await told.types(one.anna, "law", ref="revoke")
    await told.runs(one.anna, "law", ref="43A2")
    await told.runs(one.anna, "law", ref="43C")
    await told.runs(one.bert, "compare", ref="41D")


async def _talk(one: Club, told: Transcript) -> None:
    told.scene("Talking", "A mention is answered as a reply, a reply to an answer asks on, an edit is answered anew.")
    said = told.says(one.anna, f"{one.mention} {DOWN}")
    answer = told.shows(await one.anna.hears(said))
    more = told.says(one.bert, TRUMPS, reply_to=answer)
    told.shows(await one.bert.hears(more))
    told.edits(one.anna, said, f"{one.mention} Can dummy walk round to look at declarer's cards?")
    await one.discord.world.until(lambda: "43A2" in answer.embeds[0]["title"])
    told.tells("The answer above changes:")
    told.shows(answer)
    await told.clicks(one.anna, answer, "See also")
    await told.picks(one.anna, "What do the Laws say?", told.says(one.bert, DIRECTOR))


async def _set_up(one: Club, told: Transcript) -> Channel:
    told.scene("Setting up", "Nothing is said unasked where nobody chose it.")
    questions = one.discord.world.add_channel(one.guild, "questions")
    one.discord.gateway.dispatch("CHANNEL_CREATE", questions.payload(), questions)
    one.gets(one.bert, one.directors)
    told.tells("bert has the role @Directors.")
    await told.runs(one.owner, "setup", question_channel=questions, director_role=one.directors, sure=80)
    return questions


async def _in_thread(one: Club, questions: Channel, number: int) -> Channel:
    await one.discord.world.until(lambda: len(one.discord.world.threads_of(questions)) >= number)
    return one.discord.world.threads_of(questions)[number - 1]


async def _question_channel(one: Club, told: Transcript, questions: Channel) -> None:
    told.scene("A question channel", "Every new question gets a thread of its own; chat is left alone.")
    told.says(one.bert.at(questions), "see you at eight tonight")
    told.says(one.anna.at(questions), DIRECTOR)
    thread = await _in_thread(one, questions, 1)
    told.shows(await one.anna.at(thread).hears())


async def _rule(one: Club, told: Transcript, questions: Channel) -> None:
    told.scene("A ruling", "When it is not sure, the directors are called; what one of them rules can be kept.")
    told.says(one.anna.at(questions), ODD)
    thread = await _in_thread(one, questions, 2)
    answer = told.shows(await one.anna.at(thread).hears())
    notice = told.shows(await one.anna.at(thread).hears(answer))
    form = await told.opens(one.bert, notice, "Rule…")
    ruling: Message = await told.submits(
        one.bert.at(thread), form, ref="43A1c", note="He told declarer about the hand."
    )
    await told.clicks(one.bert, ruling, "Answer this so from now on")
    await told.runs(one.anna, "ask", question=ODD)


async def _look_after(one: Club, told: Transcript) -> None:
    told.scene("Looking after it")
    bad = await told.runs(one.anna, "ask", question=DOWN)
    await told.clicks(one.anna, bad, "Not helpful")
    await told.runs(one.bert, "unanswered")
    await told.runs(one.owner, "stats")
    await told.runs(one.anna, "forget-me")
