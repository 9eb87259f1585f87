// Elements made by hand: text is always text, never markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const h = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);

export const svg = (tag, properties, ...children) => fill(document.createElementNS(SVG, tag), properties, children);

export const button = (text, onclick, properties) => h("button", { type: "button", onclick, ...properties }, text);

export const list = (items, properties) => h("ul", properties, ...items.map((item) => h("li", {}, item)));

export const count = (number, noun, plural = `${noun}s`) =>
  `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;

// Put new children in place without losing the keyboard's place: what has the same data-key gets the focus back.
export function replace(parent, ...children) {
  const active = document.activeElement;
  const key = parent.contains(active) ? active.dataset.key : undefined;
  const top = parent.scrollTop;
  parent.replaceChildren(...children.flat().filter(Boolean));
  parent.scrollTop = top;
  if (key !== undefined) {
    const again = [...parent.querySelectorAll("[data-key]")].find((element) => element.dataset.key === key);
    (again ?? parent.closest("[tabindex]"))?.focus({ preventScroll: true });
  }
}

// Say something to those who listen instead of look.
export function announce(text) {
  const status = document.getElementById("status");
  if (status.textContent !== text) status.textContent = text;
}
