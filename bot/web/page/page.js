/** The page: its address says which screen is shown; the server says what is on it. */

import { Board } from "./board.js";
import {
  announce, ask, button, complain, element, fill, find, hush, picture, remember, remembered, request, Refused, Unreachable,
} from "./parts.js";

const STEP_MS = 1300;
const DIE_MS = 220;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const DAY_MS = 86_400_000;
const SHORT_OF_TIME_MS = 20_000;
const LOCKED_OUT = [401, 403, 404];

let mode = "";
let route = 0;

// ---- the game on the screen

/**
 * `path` is "" where none is. `ply` is the move looked back to, null for now; `below` the side that was chosen by Flip.
 * `sent` is true until an act is answered, `heard` the newest event; `asked` and `shown` number requests and answers.
 */
const game = { path: "", view: null, ply: null, below: null, sent: false, heard: 0, asked: 0, shown: 0, received: 0 };
const board = new Board(find("board"), find("whole"), play);

function query() {
  const chosen = { ply: game.ply, below: game.below, theme: remembered("theme") };
  const given = Object.entries(chosen).filter(([, value]) => value !== null && value !== "");
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

/** Fetch the view and show it; true if that worked. */
async function load() {
  const [number, path] = [++game.asked, game.path];
  try {
    await show(await request(path + query()), number, path);
    return true;
  } catch (problem) {
    if (path === game.path) trouble(problem, load);
    return false;
  }
}

function trouble(problem, again) {
  if (problem instanceof Unreachable) complain(problem.message, again);
  else if (!(problem instanceof Refused)) throw problem;
  else if (!game.view || LOCKED_OUT.includes(problem.status)) refuse(problem);
  else complain(problem.message);
}

/** Show why there is nothing to see. */
function refuse(problem) {
  leave();
  screen("message", "Hexmarshal");
  const home = element("a", { href: "#", class: "button" }, "All games");
  find("message").replaceChildren(element("p", {}, problem.message), ...(problem.status === 401 ? [] : [home]));
}

async function show(view, number, path) {
  if (path !== game.path || number < game.shown) return;
  const first = !game.view;
  Object.assign(game, { view, shown: number, received: performance.now() });
  screen("game", view.kind === "puzzle" ? `${view.title} puzzle` : `${view.title} · game ${view.number}`);
  showSides(view);
  showWords(view);
  fill(find("fight"), view.fight, fight);
  fill(find("roll"), view.roll, roll);
  fill(find("offers"), view.offers, (offers) => offers.map(offer));
  fill(find("acts"), [view.acts, view.link], acts);
  showMoves(view);
  if (first) listen();
  await board.show(view);
}

function showSides(view) {
  const seats = view.sides.map((side) => side.seat);
  const turned = seats.indexOf(view.below);
  const inOrder = [...view.sides.slice(turned), ...view.sides.slice(0, turned)];
  const [mine, ...others] = inOrder;
  fill(find("above"), others.reverse(), (sides) => sides.map(sideCard));
  fill(find("below"), [mine], (sides) => sides.map(sideCard));
  tick();
}

function sideCard({ seat, name, player, colour, due, out, lost, clock }) {
  const counter = element("span", { class: "counter" });
  counter.style.background = colour;
  const words = [player && name, out && "out", lost && `lost ${lost}`].filter(Boolean).join(" · ");
  return element("div", { class: `side${due ? " due" : ""}${out ? " out" : ""}` },
    counter,
    element("div", { class: "who" }, element("b", {}, player || name), element("small", {}, words)),
    ...(clock ? [element("span", { class: "clock", "data-seat": seat, role: "timer", "aria-label": `${name}'s clock` })] : []),
  );
}

function tick() {
  for (const shown of document.querySelectorAll(".clock")) {
    const { clock } = game.view.sides.find((side) => String(side.seat) === shown.dataset.seat);
    const left = Math.max(0, clock.left - (clock.running ? performance.now() - game.received : 0));
    const text = clock.running && left < DAY_MS ? inMinutes(left) : clock.text;
    if (shown.textContent !== text) shown.textContent = text;
    shown.classList.toggle("short", clock.running && left < SHORT_OF_TIME_MS);
  }
}

function inMinutes(left) {
  const seconds = Math.ceil(left / 1000);
  const two = (value) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

function showWords(view) {
  const back = view.ply < view.plies;
  find("status").textContent = back ? `Looking back: move ${view.ply} of ${view.plies}` : view.status;
  find("status").className = back ? "back" : view.yours ? "yours" : view.over ? "over" : "";
  find("news").textContent = view.news;
  announce([view.news, find("status").textContent].filter(Boolean).join(". "));
  document.title = `${view.yours ? "● " : ""}${view.title} – Hexmarshal`;
}

/** The dice of a fight, which fall one after another. */
function fight(told) {
  if (!told) return [];
  let falls = 0;
  const later = (made, pause = 1) => {
    made.style.animationDelay = `${falls * DIE_MS}ms`;
    falls += pause;
    return made;
  };
  const die = (value) => later(element("span", { class: "die" }, value));
  const colours = Object.fromEntries(game.view.sides.map((side) => [side.seat, side]));
  const rolled = ({ seat, dice, sum }) => {
    const thrown = element("span", { class: "dice", role: "img", "aria-label": `${colours[seat].name} rolls ${dice.join(", ")}: ${sum}` },
      ...dice.map(die), later(element("b", { class: "sum" }, sum), 2));
    thrown.style.borderColor = colours[seat].colour;
    return thrown;
  };
  const rounds = told.rounds.map(({ sides }) => element("div", { class: "round" }, ...sides.map(rolled)));
  const words = later(element("p", { class: "verdict" }, told.words));
  return [element("div", { class: "card" }, element("h2", {}, told.title), ...rounds, words)];
}

function roll(told) {
  if (!told) return [];
  const link = told.link ? [element("a", { class: "button primary", href: told.link, target: "_blank", rel: "noopener" }, "Roll in Discord")] : [];
  return [element("div", { class: "card" }, element("p", {}, `⚔ ${told.words}`), ...link)];
}

function offer({ words, answers }) {
  const made = answers.map((each, place) => button(each.label, () => act(each), place ? "" : "primary"));
  return element("div", { class: "card" }, element("p", {}, words), element("div", { class: "buttons" }, ...made));
}

function acts([offered, link]) {
  const made = offered.map((each) => button(each.label, () => (find("acts").hidePopover(), act(each)), each.act === "resign" ? "plain" : ""));
  const away = link ? [element("a", { class: "button", href: link, target: "_blank", rel: "noopener" }, "Open in Discord")] : [];
  return [...made, ...away];
}

function showMoves(view) {
  const list = find("moves");
  list.hidden = !view.plies;
  fill(list, view.played, rounds);
  for (const made of list.querySelectorAll("button")) made.toggleAttribute("aria-current", Number(made.dataset.ply) === view.ply);
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTo({ left: current.offsetLeft - list.clientWidth / 2, top: current.offsetTop - list.clientHeight / 2 });
  find("step-back").disabled = !view.ply;
  find("step-forward").disabled = find("to-now").disabled = view.ply === view.plies;
  find("replay").disabled = !view.plies;
  find("to-now").classList.toggle("primary", view.ply < view.plies);
}

function rounds(played) {
  const lines = [];
  for (const move of played) {
    if (move.number || !lines.length) lines.push(element("li", {}, element("span", { class: "number" }, move.number)));
    lines.at(-1).append(chip(move));
  }
  return lines;
}

function chip({ ply, seat, text, dice }) {
  const spot = element("i", { class: "spot" });
  spot.style.background = game.view.sides.find((side) => side.seat === seat).colour;
  const rolled = dice ? [element("small", {}, dice)] : [];
  return element("button", { "data-ply": ply, click: () => look(ply) }, spot, text, ...rolled);
}

// ---- looking back

let replaying = 0;

function look(ply) {
  stopReplay();
  return lookAt(ply);
}

function lookAt(ply) {
  const { plies } = game.view;
  game.ply = ply >= plies ? null : Math.max(0, ply);
  return load();
}

async function replay() {
  if (replaying) return stopReplay();
  const mine = (replaying = Math.random());
  showReplaying();
  let next = game.view.ply < game.view.plies ? game.view.ply + 1 : 0;
  while (replaying === mine && game.view && next <= game.view.plies && (await lookAt(next))) {
    next += 1;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  if (replaying === mine) stopReplay();
}

function stopReplay() {
  replaying = 0;
  showReplaying();
}

function showReplaying() {
  find("replay").querySelector("use").setAttribute("href", replaying ? "#pause" : "#play");
  find("replay").querySelector("span").textContent = replaying ? "Stop" : "Replay";
}

// ---- acting

/** Make one of these moves between two cells, after asking which. */
async function play(ways) {
  let move = ways[0];
  if (ways.length > 1) {
    const choices = ways.map((each) => [each.choice || each.words, each]);
    move = await ask("Which move?", [], [...choices, ["Cancel", null, "plain"]]);
  }
  const agreed = move && (!move.ask || (await sure(move.ask, "Yes, play it")));
  if (!agreed || !(await send({ act: "move", move: move.move }))) board.land();
}

function sure(question, yes) {
  return ask(question, [], [["No, go back", false, "primary"], [yes, true]]);
}

async function act({ act: name, kind, label, ask: question }) {
  if (question && !(await sure(question, label))) return;
  await send(kind ? { act: name, kind } : { act: name });
}

/** Send an act once; true if the server took it. */
async function send(body, sequence = game.view.sequence) {
  if (game.sent) return false;
  hush();
  Object.assign(game, { sent: true, ply: null });
  const [number, path] = [++game.asked, game.path];
  try {
    await take(await request(`${path}/acts${query()}`, { ...body, sequence }), number, path, body);
    return true;
  } catch (problem) {
    trouble(problem, () => sendAgain(body, sequence));
    return false;
  } finally {
    game.sent = false;
    catchUp();
  }
}

/** Send what may have been lost, unless the game shows that it arrived. */
async function sendAgain(body, sequence) {
  if ((await load()) && game.view.sequence === sequence) await send(body, sequence);
}

async function take(answer, number, path, body) {
  if (answer.advice) await advise(answer.advice, body);
  else if (answer.review) await review(answer.review);
  else if (answer.number) location.hash = `#${game.view.kind}/${answer.number}`;
  else await show(answer, number, path);
}

async function advise({ words, board: shown, more }, body) {
  const content = [element("p", {}, words), ...(shown ? [picture(shown)] : [])];
  game.sent = false;
  const on = await ask("Hint", content, [...(more ? [[more, true, "primary"]] : []), ["Close", null]]);
  if (on) await send({ ...body, more: true });
}

function review({ words, pictures }) {
  return ask("Review", [...words.split("\n").map((line) => element("p", {}, line)), ...pictures.map(picture)], [["Close", null]]);
}

// ---- news from the server

let stream = null;
let reopening = 0;
let pause = FIRST_PAUSE_MS;

function listen() {
  silence();
  if (!game.view || game.view.kind !== "game" || document.hidden) return;
  stream = new EventSource(`${game.path}/events?since=${game.view.sequence}`);
  stream.onopen = () => {
    pause = FIRST_PAUSE_MS;
    find("connection").textContent = "";
  };
  stream.addEventListener("changed", (event) => {
    game.heard = Number(event.data);
    catchUp();
  });
  stream.onerror = () => {
    silence();
    find("connection").textContent = "Connection lost – trying again";
    reopening = setTimeout(reconnect, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  };
}

function catchUp() {
  if (game.view && !game.sent && game.heard > game.view.sequence) load();
}

function silence() {
  clearTimeout(reopening);
  stream?.close();
  stream = null;
}

/** Catch up first, which also tells whether one may still look. */
async function reconnect() {
  const { path } = game;
  try {
    const number = ++game.asked;
    await show(await request(path + query()), number, path);
    listen();
  } catch (problem) {
    if (path !== game.path) return;
    if (problem instanceof Refused && problem.status < 500) return refuse(problem);
    reopening = setTimeout(reconnect, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

document.addEventListener("visibilitychange", listen);
addEventListener("online", () => game.view && reconnect());
setInterval(() => game.view && tick(), 200);

// ---- home

const select = (name, label, choices) =>
  element("label", {}, label, element("select", { name }, ...choices.map(({ value, label: text }) => element("option", { value }, text))));

function showHome(told) {
  screen("home", "Hexmarshal");
  fill(find("home"), told, () => [
    element("div", { class: "column" }, element("h2", {}, "Games"), gameList(told.games)),
    ...(told.mode === "local" ? [element("div", { class: "column" }, newGame(told), puzzles(told))] : []),
  ]);
}

function gameList(games) {
  if (!games.length) return element("p", { class: "quiet" }, "No games yet.");
  const entry = ({ number, title, players, status, over }) => element("li", {},
    element("a", { href: `#game/${number}`, class: `card${over ? " over" : ""}` },
      element("b", {}, `${title} · game ${number}`), element("small", {}, players), element("span", {}, status)));
  return element("ul", { class: "games" }, ...games.map(entry));
}

function newGame({ groups, levels, clocks }) {
  const known = Object.fromEntries(groups.flatMap(({ games }) => games).map((each) => [each.key, each]));
  const games = groups.map(({ name, games: each }) =>
    element("optgroup", { label: name }, ...each.map(({ key, name: title }) => element("option", { value: key }, title))));
  const variant = element("select", { name: "variant" }, ...games);
  const sentence = element("p", { class: "quiet" });
  const seats = element("div", { class: "seats" });
  const options = element("div", { class: "fields" });
  const level = select("level", "Hexmarshal plays at", levels);
  const form = element("form", { class: "card", submit: begin },
    element("h2", {}, "New game"),
    element("label", {}, "Game", variant), sentence, seats,
    element("div", { class: "fields" }, level, select("time", "Clock", clocks)), options,
    element("button", { class: "primary" }, "Start"));
  const people = () => [...form.querySelectorAll("input[value=person]:checked")].map((each) => Number(each.dataset.seat));
  const choose = () => {
    const chosen = known[variant.value];
    sentence.textContent = chosen.sentence;
    seats.replaceChildren(...chosen.seats.map(seatChoice));
    options.replaceChildren(...chosen.options.map(({ name, label, values }) => select(`option ${name}`, label, values)));
  };
  const alone = () => (level.hidden = people().length === known[variant.value].seats.length);
  async function begin(event) {
    event.preventDefault();
    const given = [...new FormData(form)];
    const chosen = given.filter(([name, value]) => name.startsWith("option ") && value);
    const { time } = Object.fromEntries(given);
    await open("games", "game", {
      variant: variant.value,
      options: Object.fromEntries(chosen.map(([name, value]) => [name.slice("option ".length), value])),
      level: level.hidden ? null : Number(level.querySelector("select").value),
      seats: people(),
      time,
    });
  }
  variant.addEventListener("change", choose);
  form.addEventListener("change", alone);
  if (levels.some(({ value }) => value === 1)) level.querySelector("select").value = 1;
  choose();
  return form;
}

function seatChoice(name, place) {
  const choice = (value, label, checked) => element("label", {},
    element("input", { type: "radio", name: `seat ${place}`, value, checked, "data-seat": place + 1 }), element("span", {}, label));
  return element("fieldset", {}, element("legend", {}, name),
    choice("person", "A person", !place), choice("bot", "Hexmarshal", Boolean(place)));
}

function puzzles({ puzzles: choices }) {
  const begin = (event) => {
    event.preventDefault();
    open("puzzles", "puzzle", Object.fromEntries(new FormData(event.target)));
  };
  return element("form", { class: "card", submit: begin },
    element("h2", {}, "Puzzles"), select("game", "Game", choices), element("button", {}, "Show me one"));
}

/** Make a game or puzzle and go to it; a second press waits for the first. */
async function open(where, kind, body) {
  if (game.sent) return;
  hush();
  game.sent = true;
  try {
    const { number } = await request(`api/${where}`, body);
    location.hash = `#${kind}/${number}`;
  } catch (problem) {
    complain(problem.message);
  } finally {
    game.sent = false;
  }
}

// ---- signing in

async function enter(token) {
  const { name } = await request("api/enter", undefined, { "X-Token": token });
  screen("message", "Hexmarshal");
  const go = async (event) => {
    event.target.disabled = true;
    try {
      const { game: number } = await request("api/enter", { token });
      location.replace(number ? `#game/${number}` : "#");
    } catch (problem) {
      event.target.disabled = false;
      complain(problem.message);
    }
  };
  find("message").replaceChildren(button(`Continue as ${name}`, go, "primary"));
}

// ---- screens

function screen(name, title) {
  for (const each of ["message", "home", "game"]) find(each).hidden = each !== name;
  document.body.className = name;
  if (find("title").textContent !== title) find("title").textContent = title;
  if (name !== "game") document.title = title;
  find("home-link").hidden = mode === "watch";
}

function leave() {
  stopReplay();
  silence();
  find("connection").textContent = "";
  board.reset();
  Object.assign(game, { path: "", view: null, ply: null, below: null, heard: 0 });
}

async function go() {
  const mine = ++route;
  const [, kind, rest] = /^#(game|puzzle|enter)\/(.+)$/.exec(location.hash) ?? [];
  leave();
  hush();
  if (find("dialog").open) find("dialog").close();
  try {
    if (kind === "enter") return await enter(rest);
    const home = request("api/home");
    home.catch(() => {});
    if (kind) {
      game.path = `api/${kind}s/${encodeURIComponent(rest)}`;
      load();
    }
    const told = await home;
    if (mine !== route) return;
    mode = told.mode;
    chooseThemes(told.themes);
    if (mode === "watch" && !kind) location.replace(`#game/${told.game}`);
    else if (!kind) showHome(told);
  } catch (problem) {
    if (mine !== route) return;
    if (problem instanceof Unreachable) complain(problem.message, go);
    else if (problem instanceof Refused) refuse(problem);
    else throw problem;
  }
}

function chooseThemes(themes) {
  const chooser = find("theme");
  const choices = [{ value: "", label: "Board colours" }, ...themes];
  fill(chooser, choices, () => choices.map(({ value, label }) => element("option", { value }, label)));
  chooser.value = remembered("theme");
  chooser.hidden = false;
}

find("theme").addEventListener("change", (event) => {
  remember("theme", event.target.value);
  if (game.view) load();
});
find("step-back").addEventListener("click", () => look(game.view.ply - 1));
find("step-forward").addEventListener("click", () => look(game.view.ply + 1));
find("to-now").addEventListener("click", () => look(Infinity));
find("replay").addEventListener("click", replay);
find("turn-board").addEventListener("click", () => {
  const seats = game.view.sides.map((side) => side.seat);
  game.below = seats[(seats.indexOf(game.view.below) + 1) % seats.length];
  load();
});
addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || !game.view || event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey) return;
  look(game.view.ply + step);
});
addEventListener("hashchange", go);
go();
