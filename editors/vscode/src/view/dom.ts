// Making elements. Texts are set as text, never as HTML.

type Child = Node | string | null | undefined | false;

/** el makes an element with attributes, listeners (`onclick`) and children. */
export function el<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Record<string, unknown> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), value as EventListener);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) made.append(child);
  return made;
}

export function button(text: string, title: string, act: () => void, more: Record<string, unknown> = {}): HTMLButtonElement {
  return el("button", { type: "button", title, onclick: act, ...more }, text);
}

/** place is an element that leads to a place of the text. */
export function place(text: Child | Child[], act: () => void): HTMLElement {
  return el("a", { href: "#", class: "place", onclick: (e: Event) => { e.preventDefault(); act(); } }, ...[text].flat());
}

/** prose is a sentence of the server, in which code stands between backticks. */
export function prose(text: string): Child[] {
  return text.split("`").map((piece, i) => i % 2 === 1 ? el("code", {}, piece) : piece);
}

/** redraw puts other elements into one; the focus goes to the one that stands for what had it. */
export function redraw(container: HTMLElement, ...parts: (HTMLElement | string)[]): void {
  const held = container.contains(document.activeElement) && keyOf(document.activeElement!);
  container.replaceChildren(...parts);
  if (!held) return;
  const all = [...container.querySelectorAll<HTMLElement>("button, input, a, summary, td[tabindex], [data-node]")];
  all.find((element) => keyOf(element) === held)?.focus({ preventScroll: true });
}

/** keyOf tells the same element of two drawings. */
function keyOf(element: Element): string {
  const { row, column, node } = (element as HTMLElement).dataset;
  const name = row === undefined ? node ?? element.getAttribute("aria-label") ?? element.textContent : `${row} ${column}`;
  return JSON.stringify([element.tagName, name, element.closest<HTMLElement>("[data-path]")?.dataset.path]);
}
