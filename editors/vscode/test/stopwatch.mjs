// When what a keystroke does has happened: its handlers have run, its letter is in the document, the frame is painted and shown.
import { until } from "./user.mjs";

/** watch has the page note it. A key counts where `window.seen.text` comes into the lines of the editor, or goes from them. */
function watch() {
  window.seen?.ends.forEach((end) => end());
  const seen = window.seen = { keys: [], events: [], frames: [], text: "", squiggle: 0, ends: [] };
  const now = () => performance.now();
  /** free acts when the thread has done what it does now, the painting of a frame among it. */
  const free = (act) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = act;
    port2.postMessage(0);
  };
  const lines = document.querySelector(".editor-group-container.active .view-lines");
  const has = () => lines.textContent.includes(seen.text);
  const began = (at) => {
    const had = has(), key = seen.key = { at, begun: now() };
    const changed = new MutationObserver(() => {
      if (has() === had) return;
      changed.disconnect();
      key.written = now();
      free(() => {
        key.painted = now();
        seen.keys.push(key);
      });
    });
    changed.observe(lines, { childList: true, subtree: true, characterData: true });
  };
  const pressed = (event) => began(event.timeStamp);
  addEventListener("keydown", pressed, true);
  seen.ends.push(() => removeEventListener("keydown", pressed, true));
  const squiggles = new MutationObserver(() => {
    if (!seen.waiting || !document.querySelector(".squiggly-error")) return;
    seen.waiting = false;
    free(() => { seen.squiggle = now() - seen.key.at; });
  });
  squiggles.observe(document.body, { childList: true, subtree: true });
  seen.ends.push(() => squiggles.disconnect());
  const observe = (type, options, act) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(act));
    observer.observe({ type, ...options });
    seen.ends.push(() => observer.disconnect());
  };
  observe("event", { durationThreshold: 16 }, ({ name, startTime, processingEnd, duration }) => {
    if (name !== "keyup" && /key|input/.test(name)) seen.events.push({ at: startTime, handled: processingEnd, shown: startTime + duration });
  });
  observe("long-animation-frame", {}, (frame) => seen.frames.push(frame.toJSON()));
}

/** Stopwatch times the keystrokes on a page. */
export class Stopwatch {
  static async on(page, text) {
    const made = new Stopwatch();
    made.page = page;
    await page.evaluate(watch);
    await page.evaluate((text) => { window.seen.text = text; }, text);
    return made;
  }

  /** press presses a key, and waits until its letter is painted. */
  async press(key) {
    const before = await this.page.evaluate(() => window.seen.keys.length);
    await this.page.keyboard.press(key);
    await until("the letter", () => this.page.evaluate((n) => window.seen.keys.length > n, before));
  }

  /** squiggle presses a key, and gives the milliseconds until a squiggle is painted. */
  async squiggle(key) {
    await this.page.evaluate(() => Object.assign(window.seen, { waiting: true, squiggle: 0 }));
    await this.page.keyboard.press(key);
    return until("the squiggle", () => this.page.evaluate(() => window.seen.squiggle));
  }

  /** times are those of all keys so far, in milliseconds since each went down. */
  async times() {
    const { keys, events, frames } = await this.page.evaluate(() => ({ ...window.seen, ends: [] }));
    return keys.map(({ at, begun, written, painted }, i) => {
      const own = events.filter((event) => event.at >= at && event.at < (keys[i + 1]?.at ?? Infinity));
      const last = (what, or) => (own.length > 0 ? Math.max(...own.map((event) => event[what])) : or) - at;
      return {
        handled: last("handled", begun), written: written - at, painted: painted - at, shown: last("shown", painted),
        frames: frames.filter((frame) => frame.startTime < painted && frame.startTime + frame.duration > at).map(described(at)),
      };
    });
  }
}

/** described says of a long frame what it was busy with, and when, in milliseconds since a moment. */
const described = (at) => ({ startTime, renderStart, styleAndLayoutStart, duration, scripts }) => {
  const since = (time) => (time - at).toFixed(0);
  const ran = scripts.map(({ invoker, duration }) => `${invoker} ${duration.toFixed(0)}`).join(", ");
  return `frame from ${since(startTime)} to ${since(startTime + duration)}, drawn from ${since(renderStart)}, laid out from ${since(styleAndLayoutStart)}; scripts ${ran || "none"}`;
};
