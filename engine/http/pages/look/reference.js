/**
 * Adds to the reference what needs a script: a search in everything it describes, buttons that copy, the language of examples that
 * was chosen before, and a mark at what the pointer is on. The service puts the list to search in before it.
 *
 * @typedef {readonly [title: string, address: string, entries: readonly (readonly [label: string, note: string, anchor: string])[]]} Part
 */
/* global INDEX */

const LANGUAGE = "reference-language";
const MOST = 40;

/** Makes an element. */
function make(tag, properties, ...content) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...content);
  return element;
}

/** Puts the search above the contents, and its results in their place. */
function addSearch(contents) {
  const fixed = contents.querySelector("div");
  const box = make("input", { type: "search", className: "find", placeholder: "Find an operation, a field …" });
  box.setAttribute("aria-label", "Find an operation or a field");
  const said = make("p", { className: "sr", role: "status" });
  const found = make("ul", { hidden: true });
  fixed.before(box, said, found);
  box.addEventListener("input", () => {
    const words = box.value
      .toLowerCase()
      .split(/[\s_]+/)
      .filter(Boolean);
    const results = words.length === 0 ? [] : resultsOf(words);
    found.replaceChildren(...results.slice(0, MOST).map(linkTo));
    found.hidden = words.length === 0;
    fixed.hidden = words.length > 0;
    said.textContent = words.length === 0 ? "" : `${results.length} found`;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, [contenteditable]")) return;
    event.preventDefault();
    box.focus();
  });
  // In a narrow window, the contents cover the page that a link leads to.
  contents.addEventListener("click", (event) => {
    if (event.target.closest("a") && contents.matches(":popover-open")) contents.hidePopover();
  });
}

/** Returns the entries that have all words; those first whose label begins with the first of them. */
function resultsOf(words) {
  const all = INDEX.flatMap(([title, address, entries]) =>
    entries.map(([label, note, anchor]) => ({ label, note, title, href: address + anchor })),
  );
  return all
    .filter(({ label, note, title }) => {
      const text = `${label} ${note} ${title}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((one, other) => rank(one, words[0]) - rank(other, words[0]));
}

function rank({ label }, word) {
  return label.toLowerCase().startsWith(word) ? 0 : 1;
}

function linkTo({ label, note, title, href }) {
  return make("li", {}, make("a", { href }, make("span", {}, label), make("small", {}, note || title)));
}

/** Adds a button to each piece of code. */
function addCopyButtons() {
  for (const code of document.querySelectorAll(".code")) {
    const button = make("button", { type: "button", className: "copy" }, "Copy");
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.querySelector("pre").textContent);
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = "Copy";
      }, 2000);
    });
    code.append(button);
  }
}

/** Chooses the language that was chosen before. Storage may be forbidden. */
function keepLanguage() {
  const inputs = document.querySelectorAll("[name=language]");
  try {
    const kept = localStorage.getItem(LANGUAGE);
    for (const input of inputs) {
      if (input.value === kept) input.checked = true;
      input.addEventListener("change", () => localStorage.setItem(LANGUAGE, input.value));
    }
  } catch {}
}

/** Marks the field of an example that the pointer is on in the list beside it. */
function markPointed() {
  if (!globalThis.Highlight) return;
  document.addEventListener("pointerover", ({ target }) => {
    CSS.highlights.delete("pointed");
    const item = target.closest?.(".params > li");
    const example = item?.closest(".pair")?.querySelector("div + div pre")?.firstChild;
    const name = item?.querySelector("code")?.textContent;
    const at = example?.data.indexOf(`"${name}":`) ?? -1;
    if (at < 0) return;
    const range = new Range();
    range.setStart(example, at);
    const end = example.data.indexOf("\n", at);
    range.setEnd(example, end < 0 ? example.length : end);
    CSS.highlights.set("pointed", new Highlight(range));
  });
}

addSearch(document.getElementById("contents"));
addCopyButtons();
keepLanguage();
markPointed();
