"""A small real client that answers in every way there is; also a program: ``python -m tests.wire.sample_bot``."""

import io
import os
import re
import struct
import zlib
from typing import Any

import discord
from discord import app_commands

from .gateway import TOKEN

QUIET = discord.AllowedMentions.none()


def picture(shade: int = 0) -> io.BytesIO:
    """Draw the smallest PNG there is: one grey dot."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    return io.BytesIO(
        b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(bytes([0, shade]))) + chunk(b"IEND", b"")
    )


def board(name: str = "board.png", shade: int = 0) -> discord.File:
    """Attach a picture with an alt text."""
    return discord.File(picture(shade), name, description=f"alt text of {name}")


class Move(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"move:(?P<to>\w+)"):
    """A button that outlives the process that made it."""

    def __init__(self, to: str) -> None:
        super().__init__(discord.ui.Button(label=to, custom_id=f"move:{to}"))
        self.to = to

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[discord.ui.View], match: re.Match[str]
    ) -> "Move":
        """Make the button anew out of its custom_id."""
        return cls(match["to"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer in the way the button is named after."""
        response = interaction.response
        if self.to == "silent":
            await response.defer()
            await interaction.edit_original_response(content="changed silently", attachments=[board("new.png")])
        elif self.to == "secret":
            await response.send_message("only you see this", view=moves("silent", "here"), ephemeral=True)
        elif self.to == "thinking":
            await response.defer(thinking=True, ephemeral=True)
            await interaction.followup.send("thought about it")
        elif self.to == "end":
            await response.edit_message(content="over", view=None)
        elif self.to == "note":
            await response.send_modal(Note())
        else:
            await response.edit_message(content=f"moved to {self.to}", attachments=[board("moved.png", 9)])


def moves(*names: str) -> discord.ui.View:
    """Offer moves as buttons, and a select."""
    view = discord.ui.View(timeout=None)
    for name in names:
        view.add_item(Move(name))
    return view


class Note(discord.ui.Modal, title="A note"):
    """A form with two fields."""

    text: discord.ui.TextInput["Note"] = discord.ui.TextInput(label="Text", custom_id="text", max_length=20)
    mood: discord.ui.Label["Note"] = discord.ui.Label(
        text="Mood",
        component=discord.ui.Select(
            custom_id="mood", options=[discord.SelectOption(label="Good"), discord.SelectOption(label="Bad")]
        ),
    )

    def __init__(self) -> None:
        super().__init__(custom_id="note")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Repeat what was written."""
        assert isinstance(self.mood.component, discord.ui.Select)
        await interaction.response.send_message(f"{self.text.value} / {self.mood.component.values[0]}", ephemeral=True)


class Choose(discord.ui.View):
    """A select that lives as long as the process."""

    @discord.ui.select(
        custom_id="piece",
        placeholder="Promote to",
        options=[discord.SelectOption(label="Queen", value="q"), discord.SelectOption(label="Rook", value="r")],
    )
    async def piece(self, interaction: discord.Interaction, select: discord.ui.Select["Choose"]) -> None:
        """Show what was chosen."""
        await interaction.response.edit_message(content=f"chose {select.values[0]}")


class SampleBot(discord.Client):
    """Commands for every kind of answer, and notes of what it heard."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"intents": discord.Intents.default()} | options)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[discord.Message] = []
        self.resumed = 0

    async def setup_hook(self) -> None:
        """Register everything."""
        self.add_dynamic_items(Move)
        add_commands(self.tree)
        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        """Note every message, and answer when asked to."""
        self.heard.append(message)
        if message.content.endswith("answer me") and message.author != self.user:
            await message.reply("here I am", allowed_mentions=discord.AllowedMentions(replied_user=True))

    async def on_resumed(self) -> None:
        """Count resumptions."""
        self.resumed += 1


def add_commands(tree: app_commands.CommandTree[SampleBot]) -> None:
    """Add the commands to a tree."""

    @tree.command(description="Start a game")
    async def play(
        interaction: discord.Interaction[SampleBot],
        variant: str,
        opponent: discord.Member,
        rounds: app_commands.Range[int, 1, 9] = 1,
        rated: bool = False,
    ) -> None:
        text = f"{variant}: {interaction.user.mention} against {opponent.mention}, {rounds}, {rated}"
        await interaction.response.send_message(
            text, view=moves("c4", "silent", "secret", "thinking", "note", "end"), file=board(), allowed_mentions=QUIET
        )

    @play.autocomplete("variant")
    async def variants(_: discord.Interaction[SampleBot], current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=v.title(), value=v) for v in ("glinski", "hexeh") if current in v]

    @tree.command(description="Answer after a while")
    async def slow(interaction: discord.Interaction[SampleBot], secret: bool = False) -> None:
        await interaction.response.defer(thinking=True, ephemeral=secret)
        await interaction.edit_original_response(content=f"done {interaction.user.mention}", attachments=[board()])
        await interaction.followup.send(f"psst {interaction.user.mention}", ephemeral=True)

    @tree.command(description="Offer a choice")
    async def promote(interaction: discord.Interaction[SampleBot]) -> None:
        await interaction.response.send_message("which?", view=Choose(timeout=None))

    @tree.command(description="Say nothing")
    async def mute(interaction: discord.Interaction[SampleBot]) -> None:
        del interaction

    @tree.command(description="Show a layout")
    async def layout(interaction: discord.Interaction[SampleBot]) -> None:
        view = discord.ui.LayoutView(timeout=None)
        gallery = discord.ui.MediaGallery[discord.ui.LayoutView]()
        gallery.add_item(media="attachment://board.png", description="the board")
        row = discord.ui.ActionRow[discord.ui.LayoutView](discord.ui.Button(label="OK", custom_id="ok"))
        view.add_item(discord.ui.Container(discord.ui.TextDisplay("# Game 7"), gallery, row))
        await interaction.response.send_message(view=view, file=board())

    draw = app_commands.Group(name="draw", description="About draws")

    @draw.command(description="Offer a draw")
    async def offer(interaction: discord.Interaction[SampleBot], game: str | None = None) -> None:
        where = "here" if interaction.guild else "in private"
        await interaction.response.send_message(f"draw in game {game} {where}, {interaction.locale.value}")

    tree.add_command(draw)


if __name__ == "__main__":
    SampleBot(guild_ready_timeout=0.02).run(os.environ.get("SAMPLE_TOKEN", TOKEN), log_handler=None)
