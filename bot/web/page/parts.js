/** What all screens share: elements, requests, and words said to the person. */

export const find = (id) => document.getElementById(id);

/** Make an element; attributes that are functions listen to the event of their name, false ones are left out. */
export function element(name, attributes = {}, ...children) {
  return furnished(document.createElement(name), attributes, children);
}

export function shape(name, attributes = {}, ...children) {
  return furnished(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function furnished(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== false && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

export const button = (label, press, kind = "") => element("button", { type: "button", class: kind, click: press }, label);

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

/** The server's refusal, in its own words. */
export class Refused extends Error {
  constructor(words, status) {
    super(words);
    this.status = status;
  }
}

/** The server didn't answer. */
export class Unreachable extends Error {}

/** Ask the server, or with a body post to it; raises Refused or Unreachable. */
export async function request(path, body, headers = {}) {
  const posted = body && { method: "POST", body: JSON.stringify(body) };
  const kind = body ? { "Content-Type": "application/json" } : {};
  let response;
  let answer;
  try {
    response = await fetch(path, { ...posted, headers: { ...kind, ...headers } });
    answer = await response.json();
  } catch {
    if (response?.ok !== false) throw new Unreachable("I couldn't reach Hexmarshal.");
    answer = {};
  }
  if (!response.ok) throw new Refused(answer.error ?? "Something went wrong. Please try again.", response.status);
  return answer;
}

// ---- what is remembered

export function remembered(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // private windows may refuse; the choice holds until the page closes
  }
}

// ---- words

/** Say a refusal beside the board, with a button to try again if there is something to try. */
export function complain(words, again) {
  const retry = again ? [button("Try again", () => (hush(), again()), "small")] : [];
  find("toast").replaceChildren(element("p", {}, words), ...retry, button("OK", hush, "small"));
}

export function hush() {
  find("toast").replaceChildren();
}

/** Read this to people who listen; words said already are not repeated. */
export function announce(words) {
  if (find("live").textContent !== words) find("live").textContent = words;
}

const dialog = find("dialog");
let answer = null;

/** Show a dialog with buttons, each `[label, value, kind]`; gives the value of the one pressed, or null. */
export function ask(title, content, buttons) {
  if (dialog.open) dialog.close();
  find("dialog-title").textContent = title;
  find("dialog-body").replaceChildren(...content);
  const made = buttons.map(([label, value, kind]) =>
    button(label, () => ((answer = value), dialog.close()), kind),
  );
  find("dialog-buttons").replaceChildren(...made);
  answer = null;
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(answer), { once: true }));
}

dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});

/** A picture that says in words what it shows. */
export function picture({ src, alt }) {
  return element("img", { src, alt });
}
