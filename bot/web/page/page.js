/** The page: its address says which screen is shown, and the server what is on it. */

import { Board } from "./board.js";
import { announce, ask, button, dismissToast, element, fill, find, kept, Refused, request, showToast } from "./parts.js";

const STEP_MS = 1300;
const DIE_MS = 220;
const TICK_MS = 200;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const UNASKED_MS = 1000;
const DAY_MS = 86_400_000;
const SHORT_OF_TIME_MS = 20_000;
const LOCKED_OUT = [401, 403, 404];

let mode = "";
let route = 0;

/**
 * The game on the screen. `path` is "" where none is. `ply` is the move looked back to, null for now; `below` the side
 * chosen by Flip. `heard` is the newest event; `asked` and `shown` number requests and answers.
 */
const game = { path: "", view: null, ply: null, below: null, heard: 0, asked: 0, shown: 0, received: 0 };
const board = new Board(find("board"), find("whole"), play);

function query() {
  const chosen = { ply: game.ply, below: game.below, theme: find("theme").value || kept("theme") };
  const given = Object.entries(chosen).filter(([, value]) => value !== null && value !== "");
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

async function refresh() {
  const [number, path] = [++game.asked, game.path];
  await show(await request(path + query()), number, path);
}

/** Show the game as it is now; true if that worked. */
async function load() {
  const { path } = game;
  try {
    await refresh();
    return true;
  } catch (problem) {
    if (path === game.path) handle(problem, load);
    return false;
  }
}

function handle(problem, again) {
  if (!(problem instanceof Refused)) throw problem;
  else if (!problem.status) showToast(problem.message, again);
  else if (LOCKED_OUT.includes(problem.status) || (game.path && !game.view)) refuse(problem);
  else showToast(problem.message);
}

/** Show why there is nothing to see. */
function refuse(problem) {
  leave();
  screen("message", "Hexmarshal");
  const home = element("a", { href: "#", class: "button" }, "All games");
  const known = problem.status !== 401 && ["local", "member"].includes(mode);
  find("message").replaceChildren(element("p", {}, problem.message), ...(known ? [home] : []));
}

// ---- showing a game

/** What a puzzle's view lacks. */
const NONE = { link: "", ply: 0, plies: 0, sides: [], played: [], offers: [] };

async function show(told, number, path) {
  if (path !== game.path || number < game.shown) return;
  const [view, first] = [{ ...NONE, ...told }, !game.view];
  Object.assign(game, { view, shown: number, received: performance.now() });
  const settled = view.over || view.kind === "puzzle" ? "settled" : "";
  const title = view.kind === "puzzle" ? view.title : `${view.title} · game\u00a0${view.number}`;
  screen("game", title, `${view.kind} ${settled}`);
  showSides(view);
  showWords(view);
  fill(find("fight"), view.fight, fight);
  fill(find("roll"), view.roll, roll);
  fill(find("offers"), view.offers, (offers) => offers.map(offer));
  fill(find("acts"), [view.acts.filter((each) => each.act !== "hint"), view.link], acts);
  showMoves(view);
  if (first) listen();
  if (view.roll && !view.roll.asked) setTimeout(() => view === game.view && load(), UNASKED_MS);
  await board.show(view);
}

const sideOf = (seat) => game.view.sides.find((side) => side.seat === Number(seat));

function showSides({ sides, below }) {
  const place = sides.findIndex(({ seat }) => seat === below);
  const [mine = [], ...others] = [...sides.slice(place), ...sides.slice(0, place)];
  fill(find("above"), others.reverse(), (shown) => shown.map(sideCard));
  fill(find("below"), [mine].flat(), (shown) => shown.map(sideCard));
  tick();
}

function sideCard({ seat, name, player, colour, due, out, lost, clock }) {
  const words = [player && name, out && "out", lost && `lost ${lost}`].filter(Boolean).join(" · ");
  const time = { class: "clock", "data-seat": seat, role: "timer", "aria-label": `${name}'s clock` };
  return element(
    "div",
    { class: `side ${due ? "due" : ""} ${out ? "out" : ""}` },
    coloured(colour, "counter"),
    element("div", { class: "who" }, element("b", {}, player || name), element("small", {}, words)),
    ...(clock ? [element("span", time)] : []),
  );
}

function coloured(colour, kind) {
  const spot = element("i", { class: kind });
  spot.style.background = colour;
  return spot;
}

function tick() {
  for (const shown of document.querySelectorAll(".clock")) {
    const { clock } = sideOf(shown.dataset.seat);
    const left = Math.max(0, clock.left - (clock.running ? performance.now() - game.received : 0));
    shown.textContent = left < DAY_MS ? inMinutes(left) : clock.text;
    shown.classList.toggle("short", clock.running && left < SHORT_OF_TIME_MS);
  }
}

function inMinutes(left) {
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value) => String(value).padStart(2, "0");
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

function showWords(view) {
  const back = view.ply < view.plies;
  const status = back ? `Looking back: move ${view.ply} of ${view.plies}` : view.status;
  find("status").textContent = status;
  find("status").className = back ? "back" : (["over", "yours"].find((each) => view[each]) ?? "");
  find("news").textContent = view.news;
  announce([view.news, status].filter(Boolean).join("\n"));
  document.title = `${view.yours ? "● " : ""}${view.title} – Hexmarshal`;
}

/** The dice of a fight, which fall one after another. */
function fight(told) {
  if (!told) return [];
  let wait = 0;
  const later = (made) => {
    made.style.animationDelay = `${wait}ms`;
    wait += DIE_MS;
    return made;
  };
  const rolled = ({ seat, dice, sum }) => {
    const { name, colour } = sideOf(seat);
    const label = `${name} rolls ${dice.join(", ")}: ${sum}`;
    const made = element("span", { class: "dice", role: "img", "aria-label": label });
    const thrown = dice.map((value) => later(element("span", { class: "die" }, value)));
    made.append(coloured(colour, "spot"), ...thrown, later(element("b", { class: "sum" }, sum)));
    return made;
  };
  const throws = told.rounds.map((sides) => element("div", { class: "round" }, ...sides.map(rolled)));
  const shown = element("div", { class: "rounds" }, ...throws);
  return [element("div", { class: "card" }, element("h2", {}, told.title), shown)];
}

const away = (href, label, kind = "") =>
  href ? [element("a", { href, class: `button ${kind}`, target: "_blank", rel: "noopener" }, label)] : [];

function roll(told) {
  if (!told) return [];
  const link = away(told.link, "Open in Discord", "primary");
  return [element("div", { class: "card" }, element("p", {}, told.words), ...link)];
}

function offer({ words, answers }) {
  const made = answers.map((each, place) => button(each.label, () => act(each), place ? "" : "primary"));
  return element("div", { class: "card" }, element("p", {}, words), element("div", { class: "buttons" }, ...made));
}

function acts([offered, link]) {
  const press = (each) => () => {
    find("acts").togglePopover(false);
    act(each);
  };
  const made = offered.map((each) => button(each.label, press(each), each.act === "resign" ? "plain" : ""));
  return [...made, ...away(link, "Open in Discord")];
}

function showMoves({ ply, plies, played, acts: offered }) {
  const list = find("moves");
  list.hidden = !played.length;
  fill(list, played, rounds);
  for (const made of list.querySelectorAll("button")) made.setAttribute("aria-current", made.dataset.ply === `${ply}`);
  const current = list.querySelector("[aria-current=true]");
  if (current) list.scrollTo(current.offsetLeft - list.clientWidth / 2, current.offsetTop - list.clientHeight / 2);
  find("step-back").disabled = !ply;
  find("replay").disabled = !plies;
  find("step-forward").disabled = find("to-now").disabled = ply === plies;
  find("to-now").classList.toggle("primary", ply < plies);
  find("to-now").hidden = ply === plies && offered.some((each) => each.act === "hint");
  find("hint").hidden = !find("to-now").hidden;
}

function rounds(played) {
  const lines = [];
  for (const { ply, number, seat, text, dice } of played) {
    if (number || !lines.length) lines.push(element("li", {}, element("span", { class: "number" }, number)));
    const parts = [coloured(sideOf(seat).colour, "spot"), text, element("small", {}, dice)];
    lines.at(-1).append(element("button", { "data-ply": ply, click: () => look(ply) }, ...parts));
  }
  return lines;
}

// ---- looking back

let replaying = false;

function look(ply) {
  setReplaying(false);
  return lookAt(ply);
}

function lookAt(ply) {
  game.ply = ply >= game.view.plies ? null : Math.max(0, ply);
  return load();
}

async function replay() {
  setReplaying(!replaying);
  const { path, view } = game;
  let next = view.ply < view.plies ? view.ply + 1 : 0;
  while (replaying && path === game.path && next <= game.view.plies && (await lookAt(next))) {
    next += 1;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  setReplaying(false);
}

function setReplaying(on) {
  replaying = on;
  find("replay").querySelector("use").setAttribute("href", on ? "#pause" : "#play");
  find("replay").querySelector("span").textContent = on ? "Stop" : "Replay";
}

// ---- acting

/** Make one of these moves between two cells, after asking which. */
async function play(ways) {
  const choices = ways.map((each) => [each.choice, each]);
  const move = ways.length > 1 ? await ask("Which move?", [], [...choices, ["Cancel", null, "plain"]]) : ways[0];
  if (move) send({ act: "move", move: move.move });
  else board.land();
}

function sure(question, yes) {
  return ask(question, [], [["No, go back", false, "primary"], [yes, true]]);
}

async function act({ act: name, kind, label, ask: question }) {
  if (!question || (await sure(question, label))) send({ act: name, kind });
}

const sent = new Set();

/** Post something to the server, unless the same is on its way; its answer, or null if it wasn't done. */
async function post(path, body, again) {
  const key = JSON.stringify([path, body]);
  if (sent.has(key)) return null;
  dismissToast();
  sent.add(key);
  const answer = await request(path, body).catch((problem) => problem);
  sent.delete(key);
  if (!(answer instanceof Error)) return answer;
  board.land();
  if (!answer.ask) handle(answer, again);
  else if (await sure(answer.message, "Play it anyway")) again();
  return null;
}

async function send(body, sequence = game.view.sequence) {
  const [number, path] = [++game.asked, game.path];
  game.ply = null;
  const again = () => sendAgain(body, sequence);
  const answer = await post(`${path}/acts${query()}`, { ...body, sequence }, again);
  if (answer && path === game.path) showAnswer(answer, number, body);
  catchUp();
}

/** Send what may have been lost, unless the game shows that it arrived. */
async function sendAgain(body, sequence) {
  if ((await load()) && game.view.sequence === sequence) send(body, sequence);
}

function showAnswer(answer, number, body) {
  if (answer.advice) advise(answer.advice, body);
  else if (answer.review) review(answer.review);
  else if (answer.number === game.view?.number) show(answer, number, game.path);
  else location.hash = `#${game.view.kind}/${answer.number}`;
}

async function advise({ words, board: shown, more }, body) {
  const next = more ? [[more, true, "primary"]] : [];
  if (await ask("Hint", [...paragraphs(words), image(shown)], [...next, ["Close", null]])) send(body);
}

function review({ words, pictures }) {
  ask("Review", [...paragraphs(words), ...pictures.map(image)], [["Close", null]]);
}

const image = ({ src, alt }) => element("img", { src, alt });
const paragraphs = (words) => words.split("\n").map((line) => element("p", {}, line));

// ---- news from the server

let stream = null;
let reopening = 0;
let pause = FIRST_PAUSE_MS;

function listen() {
  stopListening();
  if (game.view?.kind !== "game" || document.hidden) return;
  stream = new EventSource(`${game.path}/events?since=${game.view.sequence}`);
  stream.onopen = () => {
    pause = FIRST_PAUSE_MS;
    find("connection").textContent = "";
  };
  stream.addEventListener("changed", (event) => {
    game.heard = Number(event.data);
    catchUp();
  });
  stream.onerror = tryLater;
}

function catchUp() {
  if (game.view && !sent.size && game.heard > game.view.sequence) load();
}

function stopListening() {
  clearTimeout(reopening);
  stream?.close();
  stream = null;
}

function tryLater() {
  stopListening();
  find("connection").textContent = "Connection lost – trying again";
  reopening = setTimeout(reconnect, pause);
  pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
}

/** Catch up first, which also tells whether one may still look. */
async function reconnect() {
  const { path } = game;
  try {
    await refresh();
    listen();
  } catch (problem) {
    if (path !== game.path) return;
    if (problem.status && problem.status < 500) handle(problem);
    else tryLater();
  }
}

// ---- home

const form = find("new-game");
const options = (choices) => choices.map(({ value, label }) => element("option", { value }, label));
let known = {};

function showHome({ games, ...told }) {
  screen("home", "Hexmarshal");
  fill(find("games"), games, () => games.map(entry));
  find("no-games").hidden = games.length > 0;
  find("local").hidden = told.mode !== "local";
  if (told.mode === "local") offerGames(told);
}

function entry({ number, title, players = "", status = "", over }) {
  const parts = [element("b", {}, title), element("small", {}, players), element("span", {}, status)];
  return element("li", {}, element("a", { href: `#game/${number}`, class: `card ${over ? "over" : ""}` }, ...parts));
}

function offerGames({ groups, levels, clocks, puzzles }) {
  const { variant, level, time } = form.elements;
  known = Object.fromEntries(groups.flatMap(({ games }) => games).map((each) => [each.key, each]));
  const named = (games) => options(games.map(({ key, name }) => ({ value: key, label: name })));
  fill(variant, groups, () => groups.map(({ name, games }) => element("optgroup", { label: name }, ...named(games))));
  fill(level, levels, options);
  fill(time, clocks, options);
  fill(find("new-puzzle").elements.game, puzzles, options);
  choose();
}

/** Show what the chosen game offers. */
function choose() {
  const chosen = known[form.elements.variant.value];
  const option = ({ name, label, values }) =>
    element("label", {}, label, element("select", { name: `option ${name}` }, ...options(values)));
  find("sentence").textContent = chosen.sentence;
  fill(find("seats"), chosen.seats, (seats) => seats.map(seatChoice));
  fill(find("options"), chosen.options, (offered) => offered.map(option));
  find("level").hidden = people().length === chosen.seats.length;
}

function seatChoice(name, place) {
  const choice = (value, label, checked) => {
    const input = { type: "radio", name: `seat ${place}`, value, checked, "data-seat": place + 1 };
    return element("label", {}, element("input", input), element("span", {}, label));
  };
  const choices = [choice("person", "A person", !place), choice("bot", "Hexmarshal", place > 0)];
  return element("fieldset", {}, element("legend", {}, name), ...choices);
}

const people = () => [...form.querySelectorAll("[value=person]:checked")].map((each) => Number(each.dataset.seat));

function begin(event) {
  event.preventDefault();
  const { variant, time, level, ...rest } = Object.fromEntries(new FormData(form));
  const given = Object.entries(rest).filter(([name]) => name.startsWith("option "));
  const chosen = Object.fromEntries(given.map(([name, value]) => [name.slice("option ".length), value]));
  const against = find("level").hidden ? null : Number(level);
  open("games", "game", { variant, options: chosen, level: against, seats: people(), time });
}

/** Make a game or puzzle and go to it. */
async function open(where, kind, body) {
  const answer = await post(`api/${where}`, body, () => open(where, kind, body));
  if (answer) location.hash = `#${kind}/${answer.number}`;
}

// ---- signing in

async function enter(token) {
  const { name } = await request("api/enter", undefined, { "X-Token": token });
  screen("message", "Hexmarshal");
  const press = async () => {
    const answer = await post("api/enter", { token }, press);
    if (answer) location.replace(answer.game ? `#game/${answer.game}` : "#");
  };
  find("message").replaceChildren(button(`Continue as ${name}`, press, "primary"));
}

// ---- screens

function screen(name, title, kinds = "") {
  for (const each of ["message", "home", "game"]) find(each).hidden = each !== name;
  (name === "game" ? find("panel") : document.querySelector("main")).prepend(find("toast"));
  document.body.className = `${name} ${kinds}`;
  document.title = title;
  find("title").textContent = title;
  find("home-link").hidden = mode === "watch";
}

function leave() {
  setReplaying(false);
  stopListening();
  dismissToast();
  announce("");
  board.reset();
  find("connection").textContent = "";
  if (find("dialog").open) find("dialog").close();
  Object.assign(game, { path: "", view: null, ply: null, below: null, heard: 0 });
}

/** Go where the address says. */
async function go() {
  const mine = ++route;
  const [, kind, rest] = /^#(game|puzzle|enter)\/(.+)$/.exec(location.hash) ?? [];
  leave();
  try {
    if (kind === "enter") return await enter(rest);
    const asked = request("api/home");
    if (kind) {
      game.path = `api/${kind}s/${encodeURIComponent(rest)}`;
      load();
    }
    const told = await asked;
    if (mine !== route) return;
    mode = told.mode;
    chooseThemes(told.themes);
    if (mode === "watch" && !kind) location.replace(`#game/${told.game}`);
    else if (!kind) showHome(told);
  } catch (problem) {
    if (mine !== route) return;
    if (problem.status) refuse(problem);
    else handle(problem, go);
  }
}

function chooseThemes(themes) {
  const chooser = find("theme");
  fill(chooser, themes, () => themes.map(({ value, label }) => element("option", { value }, `Colours: ${label}`)));
  chooser.value = kept("theme");
  if (!chooser.value) chooser.value = themes[0].value;
  chooser.hidden = false;
}

function flip() {
  const seats = game.view.sides.map(({ seat }) => seat);
  game.below = seats[(seats.indexOf(game.view.below) + 1) % seats.length];
  load();
}

find("theme").addEventListener("change", (event) => {
  kept("theme", event.target.value);
  if (game.view) load();
});
find("step-back").addEventListener("click", () => look(game.view.ply - 1));
find("step-forward").addEventListener("click", () => look(game.view.ply + 1));
find("to-now").addEventListener("click", () => look(Infinity));
find("replay").addEventListener("click", replay);
find("hint").addEventListener("click", () => act({ act: "hint" }));
find("turn-board").addEventListener("click", flip);
form.addEventListener("change", choose);
form.addEventListener("submit", begin);
find("new-puzzle").addEventListener("submit", (event) => {
  event.preventDefault();
  open("puzzles", "puzzle", Object.fromEntries(new FormData(event.target)));
});
document.addEventListener("visibilitychange", listen);
addEventListener("online", () => game.view && reconnect());
addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step && game.view && target === document.body && !ctrlKey && !metaKey && !altKey) look(game.view.ply + step);
});
addEventListener("hashchange", go);
setInterval(() => game.view && tick(), TICK_MS);
go();
