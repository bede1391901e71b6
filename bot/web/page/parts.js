/** What all screens share: elements, requests, and words said to the person. */

export const find = (id) => document.getElementById(id);

/** Make an element; attributes that are functions listen to the event of their name, false ones are left out. */
export function element(name, attributes = {}, ...children) {
  return assemble(document.createElement(name), attributes, children);
}

export function shape(name, attributes = {}, ...children) {
  return assemble(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function assemble(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== false && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

export function button(label, press, kind = "") {
  return element("button", { type: "button", class: kind, click: press }, label);
}

const filled = new WeakMap();

/** Fill a box with what `build` makes of the data, unless it shows them already; the focus stays on its button. */
export function fill(box, data, build) {
  const key = JSON.stringify(data);
  if (filled.get(box) === key) return;
  filled.set(box, key);
  const focused = box.contains(document.activeElement) && document.activeElement.textContent;
  box.replaceChildren(...build(data));
  if (focused) [...box.querySelectorAll("button")].find((each) => each.textContent === focused)?.focus();
}

// ---- requests

/** A refusal in the server's words. Its status is 0 if there was no answer; with `ask`, the same again is accepted. */
export class Refused extends Error {
  constructor({ error, ask }, status) {
    super(error ?? "Something went wrong. Please try again.");
    this.ask = ask;
    this.status = status;
  }
}

const LOST = { ok: false, status: 0, json: async () => ({ error: "I couldn't reach Hexmarshal." }) };

/** Ask the server, or with a body post to it; raises Refused. */
export async function request(path, body, headers = {}) {
  const posted = body && { method: "POST", body: JSON.stringify(body) };
  const kind = body ? { "Content-Type": "application/json" } : {};
  const response = await fetch(path, { ...posted, headers: { ...kind, ...headers } }).catch(() => LOST);
  const answer = await response.json().catch(() => null);
  if (!response.ok || !answer) throw new Refused(answer ?? {}, response.ok ? 0 : response.status);
  return answer;
}

/** Return what is kept here under a name, after keeping a value if there is one; private windows keep nothing. */
export function kept(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

// ---- words

/** Say a refusal beside the board, with a button to try again if there is something to try. */
export function showToast(words, again) {
  const retry = () => {
    dismissToast();
    again();
  };
  const buttons = again ? [button("Try again", retry, "small")] : [];
  find("toast").replaceChildren(element("p", {}, words), ...buttons, button("OK", dismissToast, "small"));
}

export function dismissToast() {
  find("toast").replaceChildren();
}

/** Read this to people who listen; words said already are not repeated. */
export function announce(words) {
  if (find("live").textContent !== words) find("live").textContent = words;
}

const dialog = find("dialog");

/** Show a dialog with buttons, each `[label, value, kind]`; gives the value of the one pressed, or null. */
export function ask(title, content, buttons) {
  find("dialog-title").textContent = title;
  find("dialog-body").replaceChildren(...content);
  const made = buttons.map(([label, , kind], place) => button(label, () => dialog.close(place), kind));
  find("dialog-buttons").replaceChildren(...made);
  dialog.returnValue = "";
  if (!dialog.open) dialog.showModal();
  const chosen = () => buttons[dialog.returnValue]?.[1] ?? null;
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(chosen()), { once: true }));
}

dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
