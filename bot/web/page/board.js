/** The board: its picture, and above it the cells, which take taps, drags, keys and zooming. */

import { element, shape } from "./parts.js";

const DRAG_PX = 7;
const EASY_CELL_PX = 56;
const LARGEST_CELL_PX = 96;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * `play` is called with the legal moves between two cells, one or several, when a person has chosen these cells;
 * where there is none, with the move that isn't, which the referee explains.
 */
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
    this.shown += 1;
    this.zoomTo(1, 0, 0);
  }

  // ---- showing

  /** Show a view once its picture is there, so that cells and picture never disagree. */
  async show(view) {
    const number = ++this.shown;
    const { src, alt, width, height, cells } = view.board;
    this.box.setAttribute("aria-busy", src !== this.source);
    if (src !== this.source) {
      const picture = element("img", { src, alt, draggable: "false" });
      await picture.decode().catch(() => {}); // its alt text stands in
      if (number !== this.shown) return;
      this.picture.replaceWith(picture);
      this.picture = picture;
      this.source = src;
      this.box.setAttribute("aria-busy", false);
    }
    this.width = width;
    this.box.parentElement.style.setProperty("--ratio", width / height);
    this.layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.layer.setAttribute("aria-label", `${view.title}, the board`);
    this.moves = view.moves;
    this.turn = view.turn;
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
      const middle = (some) => [0, 1].map((axis) => some.reduce((sum, each) => sum + each[axis], 0) / some.length);
      const [centre, edge] = [middle(corners), middle(corners.slice(0, 2))];
      this.pitch = 2 * Math.hypot(edge[0] - centre[0], edge[1] - centre[1]);
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
    const placed = name ? [] : this.moves.filter(({ from }) => !this.cells.get(from).seat);
    const vacant = new Set(placed.flatMap(({ from, to }) => [from, to]));
    const marks = [...targets].map(([cell, { strike }]) => (strike ? this.ring(cell) : this.dot(cell, 0.16)));
    this.marks.replaceChildren(...[...vacant].map((cell) => this.dot(cell, 0.1)), ...marks);
  }

  dot(cell, radius) {
    return this.circle(cell, radius, { class: "dot", "stroke-width": this.pitch * 0.03 });
  }

  ring(cell) {
    return this.circle(cell, 0.43, { class: "ring", "stroke-width": this.pitch * 0.06 });
  }

  circle(cell, radius, look = {}) {
    const [cx, cy] = this.cells.get(cell).centre;
    return shape("circle", { cx, cy, r: this.pitch * radius, ...look });
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
    const piece = shape("image", { href: this.source, width: this.width, "clip-path": "url(#lifted)" });
    const moving = shape("g", { class: "piece" }, piece);
    const clip = shape("clipPath", { id: "lifted" }, this.circle(name, 0.47));
    this.ghost.replaceChildren(clip, this.circle(name, 0.47, { class: "left" }), moving);
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
    const on = (target, type, react, options) => target.addEventListener(type, react.bind(this), options);
    on(layer, "click", this.click);
    on(layer, "pointerdown", this.press);
    on(layer, "pointermove", this.drag);
    on(layer, "pointerup", this.release);
    on(layer, "pointercancel", this.release);
    on(layer, "keydown", this.key);
    on(layer, "focusin", this.bringIntoSight);
    on(box, "wheel", this.wheel, { passive: false });
    on(box, "touchmove", this.keepFromScrolling, { passive: false });
    on(this.whole, "click", () => this.zoomTo(1, 0, 0));
    on(window, "resize", () => this.zoomTo(1, 0, 0));
    on(document, "pointerdown", ({ target }) => this.selected && !box.contains(target) && this.select(null));
  }

  keepFromScrolling(event) {
    if (this.pressed?.carries || this.zoom.scale > 1 || event.touches.length > 1) event.preventDefault();
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
    const mine = this.moves.length && this.cells.get(name)?.seat === this.turn;
    const carries = event.button === 0 && !this.flying && (mine || this.movable(name)) && !this.waysTo(name).length;
    const done = carries && this.movable(name) && name !== this.selected;
    this.pressed = { name, carries, done, x: event.clientX, y: event.clientY };
    if (done) this.select(name);
  }

  drag({ pointerId, clientX, clientY }) {
    const before = this.pointers.get(pointerId);
    if (!before) return;
    this.pointers.set(pointerId, [clientX, clientY]);
    const other = [...this.pointers.keys()].find((each) => each !== pointerId);
    const { pressed } = this;
    if (other !== undefined) {
      this.pinch(before, [clientX, clientY], this.pointers.get(other));
      return;
    }
    if (!pressed || (!pressed.moving && Math.hypot(clientX - pressed.x, clientY - pressed.y) < DRAG_PX)) return;
    if (!pressed.moving) {
      Object.assign(pressed, { moving: true, done: true });
      this.layer.setPointerCapture(pointerId);
      if (pressed.carries) {
        this.select(pressed.name);
        this.lift(pressed.name);
      }
    }
    if (pressed.carries) {
      const under = this.cellAt(clientX, clientY);
      this.hover(under, this.inPicture(clientX, clientY));
      this.light(this.waysTo(under).length ? under : null);
    } else if (this.zoom.scale > 1) {
      const { scale, x, y } = this.zoom;
      this.zoomTo(scale, x + clientX - before[0], y + clientY - before[1]);
    }
  }

  release({ type, pointerId, clientX, clientY }) {
    this.pointers.delete(pointerId);
    if (!this.flying || !this.pressed?.carries || !this.pressed.moving) return;
    const from = this.pressed.name;
    const to = type === "pointerup" ? this.cellAt(clientX, clientY) : from;
    this.light(null);
    if (!to || to === from) {
      this.land();
      return;
    }
    const ways = this.waysTo(to);
    this.hover(to);
    this.play(ways.length ? ways : [{ move: from + to }]);
  }

  inPicture(x, y) {
    const seen = this.layer.getBoundingClientRect();
    const scale = this.width / seen.width;
    return [(x - seen.left) * scale, (y - seen.top) * scale];
  }

  // ---- zoom

  /** The largest scale: the smaller the cells, the larger; 1 where they are easy to tap anyway. */
  get largest() {
    const cell = (this.pitch * this.box.clientWidth) / this.width;
    return cell < EASY_CELL_PX ? LARGEST_CELL_PX / cell : 1;
  }

  /** Zoom to a scale with the board's corner at a place, as far as its box stays filled. */
  zoomTo(scale, x, y) {
    const inside = (place, length) => Math.min(0, Math.max(place, length * (1 - scale)));
    this.zoom = { scale, x: inside(x, this.box.clientWidth), y: inside(y, this.box.clientHeight) };
    this.stage.style.transform = scale > 1 ? `translate(${this.zoom.x}px, ${this.zoom.y}px) scale(${scale})` : "";
    this.box.classList.toggle("zoomed", scale > 1);
    this.whole.hidden = scale === 1;
  }

  /** Zoom by a factor around a point of the window, and move by a step. */
  zoomBy(factor, clientX, clientY, step = [0, 0]) {
    const { left, top } = this.box.getBoundingClientRect();
    const { scale, x, y } = this.zoom;
    const next = Math.min(Math.max(scale * factor, 1), this.largest);
    const moved = (from, place) => from - (from - place) * (next / scale);
    this.zoomTo(next, moved(clientX - left, x) + step[0], moved(clientY - top, y) + step[1]);
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

  bringIntoSight({ target }) {
    const [seen, cell] = [this.box, target].map((each) => each.getBoundingClientRect());
    const short = (from, to) => Math.max(0, seen[from] - cell[from]) - Math.max(0, cell[to] - seen[to]);
    const { scale, x, y } = this.zoom;
    if (scale > 1) this.zoomTo(scale, x + short("left", "right"), y + short("top", "bottom"));
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
    this.current = this.line.name = best.cell ?? name;
    this.select(this.selected);
    this.cells.get(this.current).polygon.focus();
  }
}
