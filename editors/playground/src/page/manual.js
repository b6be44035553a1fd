// Programs in the pages of the manual: each can be edited, checked and run in place. The
// program blocks of a page are one document, as they are for `fraccheck PAGE.md`: a block sees
// the definitions of the others. What a block is to show wrong is not held against the others.
import { EditorState } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap } from "@codemirror/view";
import { found, ofFirst, show } from "../editor/diagnostics.js";
import { basics } from "../editor/setup.js";
import { element } from "./element.js";
import { Ended, First } from "./first.js";
import { base } from "./modules.js";
import { costs, values, verdicts } from "./results.js";
import { packed } from "./share.js";

const pageOf = (code) => new URL(`../codes/${code.replaceAll("/", "-")}.html`, base).href;
const path = "/program/page.md";
const longestRun = 30_000;
const limits = { steps: 0, memory: 1 << 30 };

const checker = new First(), runner = new First();

/** A Block is a program of the page. */
class Block {
  constructor(pre, number) {
    Object.assign(this, { pre, number, original: pre.textContent, info: pre.dataset.info });
    this.rules = /^fracrule/.test(this.info);
    this.node = element("div", { class: "program" });
    pre.replaceWith(this.node);
    this.holder = element("div", {}, pre);
    this.result = element("div", { class: "result", "aria-live": "polite" });
    this.status = element("span", { class: "status" });
    const button = (text, does) => element("button", { type: "button", onclick: does, "aria-label": `${text}: program ${number}` }, text);
    this.stop = element("button", { type: "button", hidden: true, onclick: () => runner.end("you stopped it") }, "Stop");
    this.node.append(this.holder, element("div", { class: "toolbar" },
      button("Edit", () => this.edit()),
      ...this.rules ? [] : [
        button("Run", () => this.run("run", values)), button("Test", () => this.run("test", verdicts)), button("Cost", () => this.run("cost", (_, all) => costs(all))),
      ],
      this.stop, button("Open in the playground", () => this.leave()), this.status), this.result);
  }

  get text() { return this.view ? this.view.state.doc.toString() : this.original; }

  /** edit puts an editor in place of the text. */
  edit() {
    if (this.view) {
      this.view.focus();
      return;
    }
    this.view = new EditorView({
      parent: this.holder,
      state: EditorState.create({
        doc: this.original.replace(/\n$/, ""),
        extensions: [
          keymap.of([{ key: "Mod-Enter", run: () => { this.run("run", values); return true; } }]), basics({ label: `Program ${this.number} of this page` }), found,
          hoverTooltip((_, pos) => this.hover(pos)),
          EditorView.updateListener.of(({ docChanged }) => { if (docChanged) this.check(); }),
        ],
      }),
    });
    this.pre.remove();
    this.view.focus();
    this.check();
  }

  /** placed are the document of the page, and where the block's text begins and ends in it. */
  placed() {
    let text = "", from = 0, to = 0;
    for (const block of blocks) {
      text += `\`\`\`${block === this ? block.info.split(" ")[0] : block.info}\n`;
      if (block === this) from = text.length;
      text += block.text.endsWith("\n") ? block.text : `${block.text}\n`;
      if (block === this) to = text.length;
      text += "```\n\n";
    }
    return { text, from, to };
  }

  async ask(first, method, more = {}) {
    const { text, from, to } = this.placed();
    if (more.offset !== undefined) more.offset += from;
    const answer = await first.ask(method, { path, text, limits, ...more });
    const inside = (d) => d.from >= from && d.to <= to;
    const moved = (d) => ({
      ...d, from: d.from - from, to: d.to - from, related: d.related?.filter(inside).map(moved),
      fixes: d.fixes?.filter((fix) => fix.edits.every(inside)).map((fix) => ({ ...fix, edits: fix.edits.map(moved) })),
    });
    if (Array.isArray(answer)) return answer.filter(inside).map(moved);
    return answer?.from === undefined ? answer : moved(answer);
  }

  async check() {
    if (this.rules) return;
    const { doc } = this.view.state;
    try {
      const list = await this.ask(checker, "check");
      if (this.view.state.doc === doc) show(this.view, ofFirst(list), pageOf);
      const counted = list.filter((d) => d.severity !== "hint").length;
      this.status.textContent = counted === 0 ? "No problems" : `${counted} problem${counted === 1 ? "" : "s"}`;
    } catch (error) {
      this.status.textContent = error.message;
    }
  }

  async hover(offset) {
    const d = await this.ask(checker, "hover", { offset }).catch(() => null);
    return d && {
      pos: d.from, end: d.to, above: true,
      create: () => ({ dom: element("div", { class: "described" }, element("pre", {}, `${d.name} : ${d.type}`), d.doc ? element("p", {}, d.doc) : "") }),
    };
  }

  async run(method, shown) {
    if (runner.busy) runner.end("another run began");
    const goTo = (from) => {
      this.edit();
      this.view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    };
    this.status.textContent = "Running…";
    this.stop.hidden = false;
    const timer = setTimeout(() => runner.end(`it took longer than ${longestRun / 1000} s and was ended`), longestRun);
    try {
      this.result.replaceChildren(shown(this.text, await this.ask(runner, method), goTo));
    } catch (error) {
      this.result.replaceChildren(element("p", { class: "error" }, error instanceof Ended ? `Stopped: ${error.message}.` : error.message));
    } finally {
      clearTimeout(timer);
      this.status.textContent = "";
      this.stop.hidden = true;
    }
  }

  /** leave opens the block in the playground. */
  async leave() {
    const name = this.rules ? "rules.fracrule" : "program.frac";
    location.href = new URL(`../playground.html${await packed({ [name]: this.text })}`, base).href;
  }
}

const blocks = [];
document.querySelectorAll("pre[data-info]").forEach((pre, i) => blocks.push(new Block(pre, i + 1)));
document.body.dataset.programs = String(blocks.length);
