// The Panel is the page's text: a list of nodes that a search narrows, and what is known of the
// selected one. Everything that comes from a program is inserted as text.

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "click") made.addEventListener("click", value);
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((c) => c !== null && c !== undefined && c !== ""));
  return made;
}

const SHOWN = 100; // nodes of a list at a time

class Panel {
  constructor(app) {
    this.app = app;
    this.words = document.getElementById("words");
    this.results = document.getElementById("results");
    this.found = document.getElementById("found");
    this.details = document.getElementById("details");
    this.more = document.getElementById("more");
    this.words.addEventListener("input", () => this.search());
    this.words.addEventListener("keydown", (e) => {
      const first = this.results.querySelector("button");
      if (e.key === "Enter" && first) { first.click(); e.preventDefault(); }
      if (e.key === "ArrowDown" && first) { first.focus(); e.preventDefault(); }
      if (e.key === "Escape") { this.words.value = ""; this.search(); this.app.pane.host.focus(); }
    });
    this.results.addEventListener("keydown", (e) => {
      const item = e.target.closest("li"), to = { ArrowDown: item && item.nextElementSibling, ArrowUp: item && item.previousElementSibling }[e.key];
      if (to) { to.querySelector("button").focus(); e.preventDefault(); }
    });
    this.more.addEventListener("click", () => this.extend());
  }

  // index is what is searched in, by node.
  index(m) {
    if (!m.index) {
      m.index = [];
      for (const b of m.nodes) {
        const weights = m.weights[b].map((i) => m.tensors[i].name).join(" ");
        m.index.push([b, (m.headOf(b) + " " + m.titleOf(b) + " " + m.typeOf(b) + " " + weights + " " + m.string(m.text[b])).toLowerCase()]);
      }
    }
    return m.index;
  }

  search() {
    const m = this.app.pane.model, wanted = this.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = [];
    if (!wanted.length) found = m.nodes;
    else for (const [b, text] of this.index(m)) if (wanted.every((w) => text.includes(w))) found.push(b);
    if (wanted.length) { // whole names first, then names that begin so
      const word = wanted[0], rank = (b) => {
        const head = m.headOf(b).toLowerCase(), title = m.titleOf(b).toLowerCase();
        return title === word || head === word ? 0 : title.startsWith(word) || head.startsWith(word) ? 1 : title.includes(word) || head.includes(word) ? 2 : 3;
      };
      const ranks = new Map(found.map((b) => [b, rank(b)]));
      found.sort((a, b) => ranks.get(a) - ranks.get(b) || a - b);
    }
    this.list = found;
    this.found.textContent = wanted.length ? found.length.toLocaleString("en") + " of " + m.nodes.length.toLocaleString("en") + " nodes" : m.nodes.length.toLocaleString("en") + " nodes";
    this.results.replaceChildren();
    this.extend();
  }

  extend() {
    const m = this.app.pane.model, from = this.results.children.length;
    for (const b of this.list.slice(from, from + SHOWN)) this.results.append(element("li", {}, this.link(b)));
    this.more.hidden = this.results.children.length >= this.list.length;
    if (from && this.results.children[from]) this.results.children[from].querySelector("button").focus();
    this.mark(m);
  }

  mark() {
    for (const button of this.results.querySelectorAll("button")) {
      if (Number(button.dataset.box) === this.app.pane.selected) button.setAttribute("aria-current", "true"); else button.removeAttribute("aria-current");
    }
  }

  // link leads to a box.
  link(b, rest = "") {
    const m = this.app.pane.model, title = m.titleOf(b);
    const dot = element("span", { class: "dot", "aria-hidden": "true" });
    dot.style.background = this.app.pane.paint.of(b).fill;
    dot.style.borderColor = this.app.pane.paint.of(b).mark;
    return element("button", { type: "button", class: "node", "data-box": String(b), click: () => this.app.go(b) }, dot, element("span", {}, element("b", {}, title ? m.headOf(b) : m.nameOf(b)), title ? " " + title : "", rest ? element("span", { class: "faint" }, " " + rest) : ""));
  }

  // show writes what is known of a box; of none, of the whole.
  show(b) {
    const m = this.app.pane.model;
    this.mark();
    if (b < 0) { this.details.replaceChildren(...this.whole(m)); return; }
    const parts = [element("h2", {}, m.headOf(b), m.titleOf(b) ? element("span", { class: "title" }, m.titleOf(b)) : "")];
    parts.push(this.markText(m, b));
    if (m.form[b] === COPIES) parts.push(element("p", {}, m.nameOf(b) + "."));
    if (m.holds(b) && m.parent[b] >= 0) parts.push(element("p", {}, element("button", { type: "button", click: () => { this.app.pane.toggle(b); this.show(b); } }, this.app.pane.open.has(b) ? "Close" : "Open " + m.count[b] + (m.count[b] === 1 ? " operator" : " operators"))));
    parts.push(this.costs(m, b), ...this.wires(m, b), ...this.attributes(m, b), ...this.tensors(m, b), ...this.text(m, b));
    this.details.replaceChildren(...parts.filter(Boolean));
  }

  whole(m) {
    const rows = [["nodes", m.nodes.length.toLocaleString("en")]];
    const why = m.timeline.why;
    return [element("h2", {}, m.name), table(rows), ...m.items.slice(0, 20).map((item) => this.costs(m, item, m.headOf(item))), ...m.notes.concat(why || []).map((n) => element("p", { class: "faint" }, n)), this.changes(),
      element("p", { class: "faint" }, "Arrow keys follow the wires, Enter opens and closes, / searches, + and − zoom, 0 shows all.")].filter(Boolean);
  }

  changes() {
    const marks = this.app.data.marks;
    if (!marks) return null;
    const list = element("ul", { class: "changes" });
    marks.forEach((mark, i) => list.append(element("li", {}, element("button", { type: "button", class: "node " + mark.change, click: () => this.app.change(i) }, element("b", {}, mark.change), " " + mark.text))));
    return element("section", {}, element("h3", {}, marks.length + (marks.length === 1 ? " change" : " changes")), list);
  }

  markText(m, b) {
    const mark = m.marks.get(b);
    if (!mark) return null;
    const side = this.app.panes.length > 1 ? 1 - this.app.panes.indexOf(this.app.pane) : -1, other = side < 0 ? -1 : mark.boxes[side];
    return element("p", { class: "mark " + mark.change }, element("b", {}, mark.change), ": " + mark.text, other >= 0 ? element("button", { type: "button", click: () => { this.app.activate(this.app.panes[side]); this.app.go(other); } }, "Show in the other") : "");
  }

  costs(m, b, title = "Cost") {
    const formula = m.formulas[b], rows = [];
    [["multiply-adds", short], ["bytes moved", bytes], ["parameters", short], [m.holds(b) ? "largest result" : "result", bytes]].forEach(([name, write], k) => {
      const n = m.costs[k][b];
      if (!(n > 0)) return;
      if (formula && formula[k]) rows.push([name, m.string(formula[k])]);
      else rows.push([name, write(n) + (m.symbolic[b] >> k & 1 ? " where sizes are 1" : k < 3 && this.share(m, k, b) || "")]);
    });
    return rows.length ? element("section", {}, element("h3", {}, title), table(rows)) : null;
  }
  share(m, k, b) {
    let top = b;
    while (m.parent[top] >= 0) top = m.parent[top];
    const part = m.costs[k][b] / m.costs[k][top];
    return part > 0 && part < 1 ? " (" + (part * 100).toPrecision(2) + " %)" : "";
  }

  wires(m, b) {
    const list = (title, pairs) => {
      if (!pairs.length) return null;
      const items = element("ul", { class: "wires" }), seen = new Set();
      for (const [to, type] of pairs.slice(0, 60)) {
        let shown = to;
        while (!m.isNode(shown) && m.parent[shown] >= 0 && m.form[shown] !== RESULT) shown = m.parent[shown];
        if (seen.has(shown + type)) continue;
        seen.add(shown + type);
        items.append(element("li", {}, this.link(shown, type)));
      }
      if (pairs.length > 60) items.append(element("li", { class: "faint" }, "and " + (pairs.length - 60) + " more"));
      return element("section", {}, element("h3", {}, title), items);
    };
    const type = m.typeOf(b);
    return [
      list("Takes", m.sources(b).map(([from, out]) => [from, m.outType(from, out)])),
      type ? element("section", {}, element("h3", {}, "Gives"), element("p", { class: "type" }, type)) : null,
      list("Needed by", m.targets(b).map(([to]) => [to, ""])),
    ];
  }

  attributes(m, b) {
    const rows = [];
    for (const a of m.args[b]) {
      const text = m.string(a), at = text.indexOf("=");
      rows.push(at > 0 ? [text.slice(0, at), text.slice(at + 1)] : ["operand", text]);
    }
    return rows.length ? [element("section", {}, element("h3", {}, "Attributes"), table(rows))] : [];
  }

  // tensors are the weights of a box and of what lies in it.
  tensors(m, b) {
    const all = [];
    for (let i = b; i < m.end[b]; i++) for (const w of m.weights[i]) if (!all.includes(w)) all.push(w);
    if (!all.length || m.form[b] === COPIES || m.parent[b] < 0) return [];
    const section = element("section", {}, element("h3", {}, all.length === 1 ? "Weight" : "Weights"));
    for (const i of all.slice(0, 12)) section.append(...this.tensor(m.tensors[i]));
    if (all.length > 12) section.append(element("p", { class: "faint" }, "and " + (all.length - 12) + " more, in the boxes inside"));
    return [section];
  }

  tensor(t) {
    const rows = [["type", t.type]];
    if (t.counts) {
      const [n, zeros, nans, infinite] = t.counts;
      rows.push(["elements", n.toLocaleString("en")]);
      if (t.numbers) ["min", "max", "mean", "std"].forEach((name, k) => rows.push([name, t.numbers[k]]));
      rows.push(["zeros", zeros ? (zeros / n * 100).toPrecision(3) + " %" : "none"], ["NaN", nans ? nans.toLocaleString("en") : "none"]);
      if (infinite) rows.push(["infinite", infinite.toLocaleString("en")]);
    }
    const parts = [element("h4", {}, t.name), table(rows)];
    if (t.note) parts.push(element("p", { class: "faint" }, t.note));
    if (t.histogram) parts.push(histogram(t));
    return parts;
  }

  text(m, b) {
    const text = m.string(m.text[b]), place = m.string(m.place[b]);
    return text && !m.holds(b) ? [element("section", {}, element("h3", {}, "In the program"), element("pre", { tabindex: "0", "aria-label": "Text in the program" }, text), place ? element("p", { class: "faint" }, place) : "")] : [];
  }
}

function table(rows) {
  const body = element("tbody");
  for (const [name, value] of rows) body.append(element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value)));
  return element("table", {}, body);
}

const SVG = "http://www.w3.org/2000/svg";

// histogram draws how many elements each part of a tensor's range has.
function histogram(t) {
  const most = Math.max(...t.histogram), n = t.histogram.length, svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 240 56");
  svg.setAttribute("class", "histogram");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "Histogram of " + t.name + " from " + t.numbers[0] + " to " + t.numbers[1]);
  t.histogram.forEach((count, i) => {
    const bar = document.createElementNS(SVG, "rect"), h = count ? Math.max(1, count / most * 50) : 0;
    for (const [key, value] of Object.entries({ x: i * 240 / n, y: 54 - h, width: 240 / n - 1, height: h })) bar.setAttribute(key, value.toFixed(1));
    svg.append(bar);
  });
  return svg;
}
