// The page: its data, panes, and what is common to them. Read this part first, then model.js.
class App {
  constructor(data) {
    this.data = data;
    this.panel = new Panel(this);
    this.timeline = new Timeline(document.getElementById("timeline"), this);
    this.live = document.getElementById("said");
    this.mode = document.getElementById("mode");
    this.dark = window.matchMedia("(prefers-color-scheme: dark)");
    this.theme = this.dark.matches ? "dark" : "light";
    const hosts = document.querySelectorAll(".pane");
    this.panes = data.views.map((view, i) => {
      hosts[i].hidden = false;
      hosts[i].setAttribute("aria-label", "Graph of " + view.name + ": arrow keys follow the wires, Enter opens and closes");
      hosts[i].querySelector(".caption").textContent = data.views.length > 1 ? (i ? "new: " : "old: ") + view.name : "";
      return new Pane(hosts[i], new Model(view), this);
    });
    (data.marks || []).forEach((mark) => mark.boxes.forEach((b, i) => { if (b >= 0) this.panes[i].model.marks.set(b, mark); }));
    this.panes.forEach((p) => p.host.addEventListener("focus", () => this.activate(p)));
    this.pane = this.panes[this.panes.length - 1];
    document.getElementById("name").textContent = data.title;
    this.buttons();
    this.paint();
    this.panel.search();
    this.timeline.show(this.pane);
    this.panel.show(-1);
    this.fromAddress();
  }

  buttons() {
    const on = (id, act) => document.getElementById(id).addEventListener("click", act);
    on("in", () => this.pane.zoom(1.25));
    on("out", () => this.pane.zoom(0.8));
    on("all", () => this.pane.fit());
    on("unfold", () => { if (!this.pane.openAll(true)) this.say("There are too many boxes to open all of them."); });
    on("fold", () => this.pane.openAll(false));
    on("theme", () => { this.theme = this.theme === "dark" ? "light" : "dark"; this.paint(); });
    on("sheet", () => {
      const shown = document.body.classList.toggle("text");
      document.getElementById("sheet").setAttribute("aria-expanded", String(shown));
    });
    this.dark.addEventListener("change", () => { this.theme = this.dark.matches ? "dark" : "light"; this.paint(); });
    this.mode.addEventListener("change", () => this.paint());
    document.addEventListener("keydown", (e) => {
      if (e.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) { this.sheet(true); this.panel.words.focus(); this.panel.words.select(); e.preventDefault(); }
    });
  }

  sheet(shown) {
    document.body.classList.toggle("text", shown);
    document.getElementById("sheet").setAttribute("aria-expanded", String(shown));
  }

  paint() {
    document.documentElement.dataset.theme = this.theme;
    for (const p of this.panes) p.setPaint(this.mode.value, this.theme, this.data.colours);
    const legend = document.getElementById("legend");
    legend.replaceChildren();
    for (const [fill, mark, text] of this.pane.paint.legend) {
      const dot = element("span", { class: "dot", "aria-hidden": "true" });
      dot.style.background = fill;
      dot.style.borderColor = mark;
      legend.append(element("li", {}, dot, text));
    }
    if (this.panel.list) { this.panel.search(); this.panel.show(this.pane.selected); }
    this.timeline.draw();
  }

  activate(pane) {
    if (this.pane === pane) return;
    this.pane = pane;
    this.paint();
    this.panel.search();
    this.timeline.show(pane);
    this.panel.show(pane.selected);
  }

  // go shows a box of the pane that is in use.
  go(b) {
    if (window.innerWidth < 700) this.sheet(false);
    this.pane.select(b, { reveal: true, zoom: 0.6 });
  }

  selected(pane, b) {
    if (this.pane !== pane) this.activate(pane);
    this.panel.show(b);
    this.timeline.select(b);
    if (b < 0) return;
    const m = pane.model, type = m.typeOf(b), mark = m.marks.get(b);
    this.say(m.nameOf(b) + (type ? ", gives " + type : "") + (m.holds(b) && m.parent[b] >= 0 ? pane.open.has(b) ? ", open" : ", closed" : "") + (mark ? ", " + mark.change + ": " + mark.text : ""));
    const side = this.panes.indexOf(pane), other = this.panes[1 - side];
    if (mark && other && mark.boxes[1 - side] >= 0) { // its counterpart
      other.selected = mark.boxes[1 - side];
      other.reveal(other.selected, 0.5);
    }
  }

  change(i) {
    const mark = this.data.marks[i], side = mark.boxes[1] >= 0 ? 1 : 0;
    this.at = i;
    this.activate(this.panes[side]);
    if (mark.boxes[side] >= 0) this.go(mark.boxes[side]);
    else this.say(mark.change + ": " + mark.text + " The node is not shown.");
  }
  nextChange(by) {
    const n = (this.data.marks || []).length;
    if (n) this.change(((this.at === undefined ? by > 0 ? -1 : 0 : this.at) + by + n) % n);
  }

  say(text) { this.live.textContent = text; }

  // fromAddress shows the node that the address names after `#`.
  fromAddress() {
    const wanted = decodeURIComponent(location.hash.slice(1)), m = this.pane.model;
    if (!wanted) return;
    for (let b = 0; b < m.size; b++) if (m.titleOf(b) === wanted && m.isNode(b)) { requestAnimationFrame(() => requestAnimationFrame(() => this.go(b))); return; }
  }
}

new App(JSON.parse(document.getElementById("data").textContent));
