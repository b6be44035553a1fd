// A Timeline shows the memory that is live, step by step, and leads from a step to its box and back.
class Timeline {
  constructor(host, app) {
    this.host = host;
    this.app = app;
    this.canvas = host.querySelector("canvas");
    this.at = -1;
    host.addEventListener("pointerdown", (e) => { this.dragging = true; host.setPointerCapture(e.pointerId); this.point(e); });
    host.addEventListener("pointermove", (e) => { if (this.dragging) this.point(e); });
    host.addEventListener("pointerup", () => { this.dragging = false; });
    host.addEventListener("keydown", (e) => this.key(e));
    new ResizeObserver(() => this.draw()).observe(host);
  }

  show(pane) {
    if (this.pane !== pane) {
      this.pane = pane;
      this.data = pane.model.timeline;
      this.most = 0;
      this.data.live.forEach((n, i) => { if (n > this.data.live[this.most]) this.most = i; });
      this.step = new Map();
      this.data.boxes.forEach((b, i) => this.step.set(b, i));
    }
    const steps = this.data.live.length;
    document.getElementById("memory").hidden = steps === 0;
    document.getElementById("peak").textContent = steps === 0 ? "" : "Memory, step by step · peak " + this.write(this.data.live[this.most]) + " at step " + (this.most + 1) + " of " + steps;
    this.draw();
  }

  write(n) {
    const unit = this.data.unit;
    if (!unit) return bytes(n);
    return unit === "1" ? bytes(n) + " where sizes are 1" : (n === 1 ? "" : short(n) + " · ") + unit + " B";
  }

  // select marks the step of a box, or the first one in it.
  select(b) {
    this.at = -1;
    if (b >= 0 && this.pane) {
      const m = this.pane.model;
      if (this.step.has(b)) this.at = this.step.get(b);
      else if (m.holds(b) && m.parent[b] >= 0) this.at = this.data.boxes.findIndex((inner) => m.contains(b, inner));
    }
    this.announce();
    this.draw();
  }

  announce() {
    const host = this.host, n = this.data.live.length;
    host.setAttribute("aria-valuemin", "1");
    host.setAttribute("aria-valuemax", String(Math.max(1, n)));
    host.setAttribute("aria-valuenow", String(Math.max(1, this.at + 1)));
    host.setAttribute("aria-valuetext", this.at < 0 ? "no step" : "step " + (this.at + 1) + " of " + n + ", " + this.pane.model.nameOf(this.node(this.at)) + ", " + this.write(this.data.live[this.at]) + " live");
  }

  // node is the box of a step as a list of nodes has it.
  node(i) {
    const m = this.pane.model;
    let b = this.data.boxes[i];
    while (!m.isNode(b) && m.parent[b] >= 0) b = m.parent[b];
    return b;
  }

  point(e) {
    const box = this.host.getBoundingClientRect(), n = this.data.live.length;
    this.go(Math.round((e.clientX - box.left - 6) / Math.max(1, box.width - 12) * (n - 1)));
  }

  key(e) {
    const n = this.data.live.length, by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: Math.ceil(n / 20), PageDown: -Math.ceil(n / 20) }[e.key];
    if (by) this.go((this.at < 0 ? 0 : this.at) + by);
    else if (e.key === "Home") this.go(0);
    else if (e.key === "End") this.go(n - 1);
    else if (e.key === "Enter") this.go(this.most);
    else return;
    e.preventDefault();
  }

  go(i) {
    const n = this.data.live.length;
    if (!n) return;
    i = Math.max(0, Math.min(n - 1, i));
    this.pane.select(this.node(i), { reveal: true, zoom: 0.5 });
    this.at = i;
    this.announce();
    this.draw();
  }

  draw() {
    const box = this.host.getBoundingClientRect();
    if (!this.pane || !this.pane.paint || !box.width) return;
    const ratio = Math.min(window.devicePixelRatio || 1, 2), w = box.width, h = box.height, s = this.pane.paint.scheme;
    this.canvas.width = Math.round(w * ratio);
    this.canvas.height = Math.round(h * ratio);
    const ctx = this.canvas.getContext("2d"), live = this.data.live, n = live.length, most = live[this.most] || 1;
    ctx.scale(ratio, ratio);
    const x = (i) => 6 + (n > 1 ? i / (n - 1) : 0.5) * (w - 12), y = (v) => h - 3 - v / most * (h - 10);
    ctx.beginPath();
    ctx.moveTo(x(0), h - 3);
    // Of more steps than pixels each pixel shows the greatest.
    const per = Math.max(1, Math.floor(n / Math.max(1, w)));
    for (let i = 0; i < n; i += per) {
      let top = 0;
      for (let j = i; j < Math.min(n, i + per); j++) top = Math.max(top, live[j]);
      ctx.lineTo(x(i), y(top));
      ctx.lineTo(x(Math.min(n - 1, i + per)), y(top));
    }
    ctx.lineTo(x(n - 1), h - 3);
    ctx.closePath();
    ctx.fillStyle = s.classes[0][0];
    ctx.strokeStyle = s.classes[0][1];
    ctx.lineWidth = 1.2;
    ctx.fill();
    ctx.stroke();
    ctx.fillStyle = s.classes[8][1];
    ctx.beginPath(); ctx.arc(x(this.most), y(most), 3.5, 0, 7); ctx.fill();
    if (this.at >= 0) {
      ctx.fillStyle = s.accent;
      ctx.fillRect(x(this.at) - 1, 0, 2, h);
    }
  }
}
