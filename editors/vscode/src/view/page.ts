// The page of a view: what comes from the extension is drawn by the kind of the view.
import { showCost } from "./cost";
import { button, el, prose, redraw } from "./dom";
import { send } from "./host";
import { showMatches } from "./matches";
import { markCursor, showPicture } from "./picture";
import { receivedForValue, showValue } from "./value";

const main = document.getElementById("view")!;
const kind = document.body.dataset.kind!;
const body = el("div", { class: "body" });
const notice = el("p", { class: "notice", role: "status" });
const pin = el("button", { type: "button", class: "pin", title: "Stay at this place", "aria-pressed": "false" }, "Pin");
const spoken = el("p", { class: "spoken", role: "status" }); // what a screen reader says of what came, which may be large
const seconds = el("span", { "aria-hidden": "true" });
const running = el("p", { class: "running", hidden: true }, el("span", { role: "status" }), seconds, button("Stop", "End what is under way", () => send({ do: "stop" })));
main.append(running, notice, spoken, body);

const draw: Record<string, (content: any, tools: HTMLElement[]) => HTMLElement[]> = {
  value: showValue, graph: showPicture, types: showPicture, cost: showCost, matches: showMatches,
};

pin.addEventListener("click", () => {
  const pinned = pin.getAttribute("aria-pressed") !== "true";
  pin.setAttribute("aria-pressed", String(pinned));
  send({ do: "pin", pinned });
});

function tell(text: string, level = ""): void {
  notice.replaceChildren(...text ? [el("span", {}, ...prose(text[0].toUpperCase() + text.slice(1)))] : []);
  notice.className = `notice ${level}`;
}

/** spokenOf says in short what content is about. */
function spokenOf({ title, rule, short, parameters, error }: any): string {
  if (parameters) return `${title} needs arguments`;
  return `${title ?? rule}${error ? `: ${error.message}` : short ? ` = ${short}` : ""}`;
}

let timer: ReturnType<typeof setInterval> | undefined;

/** busy shows after a moment that something is under way, and for how long. */
function busy(is: boolean, what = ""): void {
  clearInterval(timer);
  main.classList.toggle("busy", is);
  running.hidden = true;
  running.firstElementChild!.textContent = "";
  if (!is) return;
  const begun = Date.now();
  timer = setInterval(() => {
    if (running.hidden) running.firstElementChild!.textContent = `${kind === "value" ? "Running" : "Working on"} ${what}`.trim();
    running.hidden = false;
    seconds.textContent = `, ${Math.floor((Date.now() - begun) / 1000)} s `;
  }, 500);
}

const on: Record<string, (message: any) => void> = {
  pinned: ({ pinned }) => pin.setAttribute("aria-pressed", String(pinned)),
  busy: ({ what }) => busy(true, what),
  stale: () => main.classList.add("stale"),
  show: ({ content }) => {
    busy(false);
    main.classList.remove("stale");
    tell("");
    const scroll = document.scrollingElement?.scrollTop ?? 0;
    redraw(body, ...draw[kind](content, [pin]));
    spoken.textContent = spokenOf(content);
    document.scrollingElement?.scrollTo(0, scroll);
  },
  fail: ({ message }) => {
    busy(false);
    if (body.childElementCount > 0) main.classList.add("stale");
    tell(message, "info");
  },
  refused: (message) => kind === "value" ? receivedForValue(message, tell) : tell(message.message, "error"),
  cursor: (message) => markCursor(body, message),
};

addEventListener("message", ({ data }) => {
  (on[data.do] ?? ((message) => receivedForValue(message, tell)))(data);
});
send({ do: "listening" });
