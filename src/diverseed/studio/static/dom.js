// Elements: text is always text, never markup.

const [HTML, SVG] = ["http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"];

// An element from its tag and classes ("p.quiet"), then its properties, if any, then its children.
function made(namespace, selector, ...parts) {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElementNS(namespace, tag);
  const [properties, ...children] = parts[0]?.constructor === Object ? parts : [{}, ...parts];
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const h = (selector, ...parts) => made(HTML, selector, ...parts);

export const svg = (selector, ...parts) => made(SVG, selector, ...parts);

export const button = (text, onclick, properties) => h("button", { type: "button", onclick, ...properties }, text);

export const list = (items, properties) => h("ul", properties, ...items.map((item) => h("li", item)));

// A choice from a menu; options are pairs of a value and its text.
export function select(id, label, options, value, onchange) {
  const option = ([key, text]) => h("option", { value: key, selected: key === value }, text);
  const box = h("select", { id, "data-key": id }, options.map(option));
  box.addEventListener("change", () => onchange(box.value));
  return h("span", h("label", { for: id }, label), " ", box);
}

// A choice among buttons side by side; options are pairs of a value and its text.
export function radios(name, legend, options, value, onchange) {
  const option = ([key, text]) => {
    const look = { type: "radio", name, value: key, checked: key === value, "data-key": `${name} ${key}` };
    return h("label", h("input", { ...look, onchange: () => onchange(key) }), h("span", text));
  };
  return h("fieldset.choice", h("legend", legend), options.map(option));
}

export const count = (number, noun, plural = `${noun}s`) =>
  `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;

// Replace the children and keep the keyboard focus: the element with the same data-key gets it back.
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

// Say something to users of a screen reader.
export function announce(text) {
  const status = document.getElementById("status");
  if (status.textContent !== text) status.textContent = text;
}
