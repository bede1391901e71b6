/** The board: its picture, and above it the cells, which take taps, drags, keys and zooming. */

import { element, shape } from "./parts.js";

const DRAG_PX = 7;
const EASY_CELL_PX = 56;
const LARGEST_CELL_PX = 96;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** `play` is called with the legal moves between two cells, one or several, when a person has chosen these cells. */
export class Board {
  constructor(box, whole, play) {
    this.box = box;
    this.whole = whole;
    this.play = play;
    this.stage = box.querySelector("#stage");
    this.picture = box.querySelector("img");
    this.layer = box.querySelector("svg");
    this.cells = new Map();
    this.moves = [];
    this.shown = 0;
    this.pointers = new Map();
    this.reset();
    this.listen();
  }

  reset() {
    this.selected = null;
    this.pressed = null;
    this.source = "";
    this.zoom = { scale: 1, x: 0, y: 0 };
    this.stage.style.transform = "";
  }

  // ---- showing

  /** Show a view once its picture is there, so that cells and picture never disagree. */
  async show(view) {
    const number = ++this.shown;
    const { src, alt, width, height, cells } = view.board;
    if (src !== this.source) {
      const picture = element("img", { src, alt, draggable: "false" });
      await picture.decode().catch(() => {}); // its alt text stands in
      if (number !== this.shown) return;
      this.picture.replaceWith(picture);
      this.picture = picture;
      this.source = src;
    }
    this.width = width;
    this.box.parentElement.style.setProperty("--ratio", width / height);
    this.layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.layer.setAttribute("aria-label", `${view.title}, the board`);
    this.moves = view.moves;
    this.lay(cells);
    this.land();
    this.select(this.movable(this.selected) ? this.selected : null);
  }

  lay(cells) {
    if (cells.length !== this.cells.size || cells.some(({ name }) => !this.cells.has(name))) {
      const polygon = ({ name }) => shape("polygon", { role: "button", tabindex: "-1", "data-cell": name });
      this.cells = new Map(cells.map((cell) => [cell.name, { polygon: polygon(cell) }]));
      this.marks = shape("g", { class: "marks" });
      this.ghost = shape("g", { class: "ghost" });
      const polygons = [...this.cells.values()].map((cell) => cell.polygon);
      this.layer.replaceChildren(shape("g", {}, ...polygons), this.marks, this.ghost);
      this.current = cells[0].name;
    }
    for (const { name, points, label, seat } of cells) {
      const corners = points.split(" ").map((point) => point.split(",").map(Number));
      const centre = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
      const edge = [0, 1].map((axis) => (corners[0][axis] + corners[1][axis]) / 2 - centre[axis]);
      this.pitch = 2 * Math.hypot(...edge);
      Object.assign(this.cells.get(name), { centre, label, seat });
      this.cells.get(name).polygon.setAttribute("points", points);
    }
  }

  /** Select a cell, or none, and mark where its piece can go. */
  select(name) {
    this.selected = name;
    const origins = new Set(this.moves.map((move) => move.from));
    const targets = new Map(this.moves.filter((move) => move.from === name).map((move) => [move.to, move]));
    for (const [cell, { polygon, label }] of this.cells) {
      const target = targets.get(cell);
      const more = target ? [target.strike ? "can capture here" : "can move here"] : [];
      if (cell === name) more.push("selected");
      else if (!target && origins.has(cell)) more.push("can move");
      polygon.setAttribute("aria-label", [label, ...more].join(", "));
      polygon.setAttribute("tabindex", cell === this.current ? 0 : -1);
      polygon.classList.toggle("selected", cell === name);
      polygon.classList.toggle("target", Boolean(target));
      polygon.classList.toggle("movable", origins.has(cell));
    }
    const vacant = name ? [] : [...origins].filter((cell) => !this.cells.get(cell).seat);
    this.marks.replaceChildren(
      ...vacant.map((cell) => this.disc(cell, 0.1, "dot")),
      ...[...targets].map(([cell, { strike }]) => this.disc(cell, strike ? 0.43 : 0.16, strike ? "ring" : "dot")),
    );
  }

  disc(cell, radius, kind) {
    const [cx, cy] = this.cells.get(cell).centre;
    return shape("circle", { cx, cy, r: this.pitch * radius, class: kind, "stroke-width": this.pitch * (kind === "ring" ? 0.06 : 0.03) });
  }

  movable(name) {
    return this.moves.some((move) => move.from === name);
  }

  /** The cell to select for a tap; where pieces are placed in pairs, either cell of a pair selects it. */
  originOf(name) {
    if (this.movable(name)) return name;
    return this.moves.find((move) => move.to === name && !this.cells.get(move.from).seat)?.from ?? null;
  }

  waysTo(name) {
    return this.moves.filter((move) => move.from === this.selected && move.to === name);
  }

  /** Tap a cell: choose a target, select another piece, or unselect. */
  tap(name) {
    const ways = this.waysTo(name);
    if (this.selected && ways.length) {
      this.lift(this.selected);
      this.hover(name);
      this.play(ways);
    } else {
      const origin = this.originOf(name);
      this.select(origin !== this.selected ? origin : null);
    }
  }

  // ---- a piece that is on its way

  lift(name) {
    const [cx, cy] = this.cells.get(name).centre;
    const circle = shape("circle", { cx, cy, r: this.pitch * 0.47 });
    const piece = shape("image", { href: this.source, width: this.width, "clip-path": "url(#lifted)" });
    const moving = shape("g", { class: "piece" }, piece);
    this.ghost.replaceChildren(
      shape("clipPath", { id: "lifted" }, circle),
      shape("circle", { cx, cy, r: this.pitch * 0.47, class: "left" }),
      moving,
    );
    moving.getBoundingClientRect(); // so that it starts from here
    this.flying = { name, moving };
  }

  /** Move the lifted piece to a cell, or with a point there at once. */
  hover(name, point) {
    const [x, y] = this.cells.get(this.flying.name).centre;
    const [toX, toY] = point ?? this.cells.get(name).centre;
    this.flying.moving.classList.toggle("held", Boolean(point));
    this.flying.moving.style.transform = `translate(${toX - x}px, ${toY - y}px)`;
  }

  /** Put the lifted piece back into the picture. */
  land() {
    this.ghost?.replaceChildren();
    this.flying = null;
    this.light(null);
  }

  light(name) {
    for (const [cell, { polygon }] of this.cells) polygon.classList.toggle("under", cell === name);
  }

  // ---- pointers

  listen() {
    const { layer, box } = this;
    layer.addEventListener("click", (event) => this.click(event));
    layer.addEventListener("pointerdown", (event) => this.press(event));
    layer.addEventListener("pointermove", (event) => this.drag(event));
    layer.addEventListener("pointerup", (event) => this.release(event, true));
    layer.addEventListener("pointercancel", (event) => this.release(event, false));
    layer.addEventListener("keydown", (event) => this.key(event));
    layer.addEventListener("focusin", (event) => this.bringIntoSight(event.target.dataset.cell));
    box.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    box.addEventListener("touchstart", (event) => event.touches.length > 1 && event.preventDefault(), { passive: false });
    this.whole.addEventListener("click", () => this.zoomTo(1, 0, 0));
    window.addEventListener("resize", () => this.zoomTo(1, 0, 0));
    document.addEventListener("pointerdown", (event) => {
      if (this.selected && !box.contains(event.target) && event.target.closest("main, header")) this.select(null);
    });
  }

  cellAt(x, y) {
    return document.elementFromPoint(x, y)?.dataset?.cell;
  }

  click(event) {
    const name = event.target.dataset.cell;
    const done = this.pressed?.done;
    this.pressed = null;
    if (done) return;
    if (name) this.tap(name);
    else this.select(null);
  }

  press(event) {
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.pointers.size > 1) {
      this.land();
      this.pressed = { done: true };
      return;
    }
    const name = event.target.dataset.cell;
    if (name) this.current = name;
    const carries = event.button === 0 && this.movable(name) && !this.waysTo(name).length;
    this.pressed = { name, carries, x: event.clientX, y: event.clientY, done: carries && name !== this.selected };
    if (this.pressed.done) this.select(name);
  }

  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const { clientX, clientY } = event;
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    this.pointers.set(event.pointerId, [clientX, clientY]);
    if (others.length) {
      this.pinch(before, [clientX, clientY], others[0]);
      return;
    }
    const { pressed } = this;
    if (!pressed || (!pressed.moving && Math.hypot(clientX - pressed.x, clientY - pressed.y) < DRAG_PX)) return;
    if (!pressed.moving) {
      Object.assign(pressed, { moving: true, done: true });
      this.layer.setPointerCapture(event.pointerId);
      if (pressed.carries) this.select(pressed.name);
      if (pressed.carries) this.lift(pressed.name);
    }
    if (this.flying && pressed.carries) {
      const under = this.cellAt(clientX, clientY);
      this.hover(under, this.inPicture(clientX, clientY));
      this.light(this.waysTo(under).length ? under : null);
    } else if (this.zoom.scale > 1) {
      const { scale, x, y } = this.zoom;
      this.zoomTo(scale, x + clientX - before[0], y + clientY - before[1]);
    }
  }

  release(event, lifted) {
    this.pointers.delete(event.pointerId);
    const { pressed } = this;
    if (!this.flying || !pressed?.carries || !pressed.moving) return;
    const ways = lifted ? this.waysTo(this.cellAt(event.clientX, event.clientY)) : [];
    if (!ways.length) {
      this.land();
      return;
    }
    this.light(null);
    this.hover(ways[0].to);
    this.play(ways);
  }

  inPicture(x, y) {
    const seen = this.layer.getBoundingClientRect();
    const scale = this.width / seen.width;
    return [(x - seen.left) * scale, (y - seen.top) * scale];
  }

  // ---- zoom

  get cellPx() {
    return (this.pitch * this.box.clientWidth) / this.width;
  }

  get largest() {
    return this.cellPx < EASY_CELL_PX ? LARGEST_CELL_PX / this.cellPx : 1;
  }

  /** Zoom to a scale with the board's corner at a place, as far as its box stays filled. */
  zoomTo(scale, x, y) {
    const { clientWidth, clientHeight } = this.box;
    const kept = Math.min(Math.max(scale, 1), Math.max(this.largest, 1));
    const within = (place, length) => Math.min(0, Math.max(place, length * (1 - kept)));
    this.zoom = { scale: kept, x: within(x, clientWidth), y: within(y, clientHeight) };
    this.stage.style.transform = kept > 1 ? `translate(${this.zoom.x}px, ${this.zoom.y}px) scale(${kept})` : "";
    this.box.classList.toggle("zoomed", kept > 1);
    this.whole.hidden = kept === 1;
  }

  /** Zoom by a factor around a point of the window, and move it by a step. */
  zoomBy(factor, clientX, clientY, step = [0, 0]) {
    const seen = this.box.getBoundingClientRect();
    const { scale, x, y } = this.zoom;
    const next = Math.min(Math.max(scale * factor, 1), Math.max(this.largest, 1));
    const moved = (from, place) => from - (from - place) * (next / scale);
    this.zoomTo(next, moved(clientX - seen.left, x) + step[0], moved(clientY - seen.top, y) + step[1]);
  }

  pinch(before, now, other) {
    const apart = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
    const middle = [0, 1].map((axis) => (now[axis] + other[axis]) / 2);
    const step = [0, 1].map((axis) => (now[axis] - before[axis]) / 2);
    this.zoomBy(apart(now) / apart(before), ...middle, step);
  }

  wheel(event) {
    if (this.largest <= 1 || (this.zoom.scale === 1 && event.deltaY > 0)) return;
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }

  bringIntoSight(name) {
    if (this.zoom.scale === 1 || !name) return;
    const seen = this.box.getBoundingClientRect();
    const cell = this.cells.get(name).polygon.getBoundingClientRect();
    const short = (low, high, from, to) => Math.max(0, from - low) - Math.max(0, high - to);
    const { scale, x, y } = this.zoom;
    const across = short(cell.left, cell.right, seen.left, seen.right);
    this.zoomTo(scale, x + across, y + short(cell.top, cell.bottom, seen.top, seen.bottom));
  }

  // ---- keys

  key(event) {
    const name = event.target.dataset.cell;
    const way = ARROWS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (way) this.walk(name, way);
    else if (event.key === "Enter" || event.key === " ") this.tap(name);
    else if (event.key === "Escape") this.select(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Go to the nearest cell that way; a walk along one axis keeps to its line. */
  walk(name, way) {
    const { centre } = this.cells.get(name);
    const axis = way[0] ? 0 : 1;
    if (this.line?.axis !== axis || this.line.name !== name) this.line = { axis, at: centre[1 - axis] };
    const best = { cost: Infinity };
    for (const [cell, { centre: other }] of this.cells) {
      const along = (other[axis] - centre[axis]) * way[axis];
      const across = Math.abs(other[1 - axis] - centre[1 - axis]);
      const cost = along + 2 * Math.abs(other[1 - axis] - this.line.at);
      if (along > this.pitch / 4 && across < along * 2 && cost < best.cost) Object.assign(best, { cell, cost });
    }
    if (best.cell) this.focus(best.cell);
    this.line.name = this.current;
  }

  focus(name) {
    this.cells.get(this.current).polygon.setAttribute("tabindex", -1);
    this.current = name;
    this.cells.get(name).polygon.setAttribute("tabindex", 0);
    this.cells.get(name).polygon.focus();
  }
}
