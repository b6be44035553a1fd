// A Pane shows one view on a canvas: where it is looked at from, which boxes are open, which is
// selected. app hears of selections (app.selected).
class Pane {
  constructor(host, model, app) {
    Object.assign(this, { host, model, app });
    this.canvas = host.querySelector("canvas");
    this.open = new Set();
    this.places = new Map();
    this.selected = -1;
    this.k = 1; this.x = 0; this.y = 0; // screen = world · k + (x, y)
    this.mode = "family";
    for (const item of model.items) this.open.add(item);
    // A branch is open with its node; frames with few boxes are worth opening at once.
    if (model.nodes.length < 400) {
      for (const [b] of model.kids) if (model.form[b] === FRAME && !model.title[b] && model.text[b] === 0 && model.form[model.parent[b]] !== COPIES) this.open.add(b);
    }
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(host);
    new Input(this);
  }

  setPaint(mode, theme, colours) {
    this.mode = mode;
    this.paint = new Paint(this.model, mode, theme, colours);
    this.overview = null;
    this.request();
  }

  resize() {
    const box = this.host.getBoundingClientRect(), ratio = Math.min(window.devicePixelRatio || 1, 2);
    const first = !this.width, moved = this.width && (box.width !== this.width || box.height !== this.height);
    if (!box.width || !box.height) return;
    this.width = box.width; this.height = box.height; this.ratio = ratio;
    this.canvas.width = Math.round(box.width * ratio);
    this.canvas.height = Math.round(box.height * ratio);
    if (first) this.start();
    if (first || moved) this.request();
  }

  // layout places the items side by side and below each other.
  layout() {
    if (this.items) return;
    const all = this.model.items.map((b) => this.placeOf(b));
    let area = 0, widest = 0;
    for (const p of all) { area += p.width * p.height; widest = Math.max(widest, p.width); }
    const limit = Math.max(widest, 1.25 * Math.sqrt(area));
    let x = 0, y = 0, row = 0;
    this.items = all.map((p, i) => {
      if (x > 0 && x + p.width > limit) { x = 0; y += row + 30; row = 0; }
      const at = { place: p, box: this.model.items[i], x, y };
      x += p.width + 30;
      row = Math.max(row, p.height);
      return at;
    });
    this.worldW = Math.max(...this.items.map((i) => i.x + i.place.width), 1);
    this.worldH = Math.max(...this.items.map((i) => i.y + i.place.height), 1);
    this.elements = 0;
    for (const p of this.places.values()) this.elements += p.kids.length;
  }

  placeOf(b) {
    if (b < 0 || !this.open.has(b)) return null;
    let p = this.places.get(b);
    if (!p) this.places.set(b, p = new Place(this.model, b, this.open, this.places));
    return p;
  }

  // rectOf is where a box is in the world; null where one around it is closed.
  rectOf(b) {
    if (b < 0) return null;
    this.layout();
    const parent = this.model.parent[b];
    if (parent < 0) {
      const at = this.items[this.model.items.indexOf(b)];
      return { x: at.x, y: at.y, w: at.place.width, h: at.place.height };
    }
    if (!this.open.has(parent)) return null;
    const at = this.rectOf(parent), p = this.placeOf(parent);
    if (!at) return null;
    const e = p.first + this.indexIn(p, b);
    return { x: at.x + p.x[e] - p.w[e] / 2, y: at.y + p.y[e], w: p.w[e], h: p.h[e] };
  }
  indexIn(p, b) { // kids ascend
    let a = 0, z = p.kids.length - 1;
    while (a < z) { const mid = (a + z) >> 1; if (p.kids[mid] < b) a = mid + 1; else z = mid; }
    return a;
  }

  // visible is the outermost closed box around one, or itself.
  visible(b) {
    let found = b;
    for (let p = this.model.parent[b]; p >= 0; p = this.model.parent[p]) if (!this.open.has(p)) found = p;
    return found;
  }

  // start looks at all of a view, or at its upper end where that would be too small to read.
  start() {
    this.fit();
    if (this.k < 0.5 && this.elements < 1500) {
      this.k = this.width < 600 ? 0.55 : 0.7;
      this.x = this.worldW * this.k < this.width ? (this.width - this.worldW * this.k) / 2 : this.width / 2 - this.centre() * this.k;
      this.y = 10;
    }
  }
  // centre is the middle of the first layer.
  centre() {
    const p = this.items[0].place, layer = p.layers[0] || [];
    return layer.length ? (p.x[layer[0]] + p.x[layer[layer.length - 1]]) / 2 : p.width / 2;
  }

  fit() {
    this.layout();
    this.k = Math.min(1.2, (this.width - 24) / this.worldW, (this.height - 24) / this.worldH);
    this.x = (this.width - this.worldW * this.k) / 2;
    this.y = (this.height - this.worldH * this.k) / 2;
    this.request();
  }

  zoom(by, sx = this.width / 2, sy = this.height / 2) {
    this.layout();
    const least = Math.min(0.05, 0.5 * Math.min(this.width / this.worldW, this.height / this.worldH));
    const k = Math.max(least, Math.min(4, this.k * by));
    this.x = sx - (sx - this.x) * k / this.k;
    this.y = sy - (sy - this.y) * k / this.k;
    this.k = k;
    this.request();
  }

  pan(dx, dy) { this.x += dx; this.y += dy; this.request(); }

  // invalidate forgets the places around a box that was opened or closed.
  invalidate(b) {
    for (let p = b; p >= 0; p = this.model.parent[p]) this.places.delete(p);
    this.items = null;
    this.overview = null;
  }

  // toggle opens or closes a box; its upper left corner stays where it is on the screen.
  toggle(b, open = !this.open.has(b)) {
    if (!this.model.holds(b) || this.model.parent[b] < 0 || open === this.open.has(b)) return false;
    const before = this.rectOf(b);
    if (open) {
      this.open.add(b);
      // A node with one frame in it, or branches, opens to where something is to be seen.
      for (const kid of this.model.kids.get(b)) if (this.model.holds(kid) && (this.model.kids.get(b).length === 1 || this.model.className(kid) === "control" && !this.model.text[kid])) this.open.add(kid);
    } else this.open.delete(b);
    this.invalidate(b);
    for (const kid of [b, ...(this.model.kids.get(b) || [])]) this.places.delete(kid);
    const after = this.rectOf(b);
    if (before && after) {
      this.x += (before.x - after.x) * this.k;
      this.y += (before.y - after.y) * this.k;
    }
    this.request();
    return true;
  }

  openAll(open) {
    const room = 60000; // boxes that are shown at once
    if (open && this.model.size > room) return false;
    for (const [b] of this.model.kids) if (this.model.parent[b] >= 0) { if (open) this.open.add(b); else this.open.delete(b); }
    this.places.clear();
    this.items = null;
    this.overview = null;
    if (this.selected >= 0) this.selected = this.visible(this.selected);
    this.fit();
    return true;
  }

  // reveal opens what is around a box, and moves it into sight.
  reveal(b, k) {
    let changed = -1;
    for (let p = this.model.parent[b]; p >= 0; p = this.model.parent[p]) if (!this.open.has(p)) { this.open.add(p); changed = p; this.places.delete(p); }
    if (changed >= 0) for (let p = b; p >= 0; p = this.model.parent[p]) this.invalidate(p);
    const at = this.rectOf(b);
    if (k) this.k = Math.max(this.k, k);
    const sx = at.x * this.k + this.x, sy = at.y * this.k + this.y, w = at.w * this.k, h = at.h * this.k, edge = 30;
    if (changed >= 0 || k || sx < edge || sy < edge || sx + w > this.width - edge || sy + h > this.height - edge) {
      this.x = this.width / 2 - (at.x + Math.min(at.w, this.width / this.k) / 2) * this.k;
      this.y = this.height / 2 - (at.y + Math.min(at.h, this.height / this.k * 0.8) / 2) * this.k;
    }
    this.request();
  }

  select(b, options = {}) {
    this.selected = b;
    if (b >= 0 && options.reveal) this.reveal(b, options.zoom);
    this.request();
    this.app.selected(this, b);
  }

  // hit is the innermost box at a point of the screen, and whether that is its sign.
  hit(sx, sy) {
    this.layout();
    const wx = (sx - this.x) / this.k, wy = (sy - this.y) / this.k;
    for (const at of this.items) {
      if (wx < at.x || wy < at.y || wx > at.x + at.place.width || wy > at.y + at.place.height) continue;
      return this.hitIn(at.place, wx - at.x, wy - at.y);
    }
    return { box: -1 };
  }
  hitIn(p, x, y) {
    const b = p.frame, reach = Math.max(9, 14 / this.k);
    if (y < HEAD) return { box: b, sign: this.k > 0.25 && x < 14 + reach };
    for (const c of p.columns) {
      const [from, to] = p.layersIn(c, y, y);
      for (let r = from; r < to; r++) {
        for (const e of p.layers[r]) {
          if (e < p.first || e >= p.first + p.kids.length) continue;
          const dx = x - p.x[e] + p.w[e] / 2, dy = y - p.y[e];
          if (dx < 0 || dy < 0 || dx > p.w[e] || dy > p.h[e]) continue;
          const inner = p.inner.get(e);
          if (inner) return this.hitIn(inner, dx, dy);
          return { box: p.kids[e - p.first], sign: this.k > 0.25 && dx > p.w[e] - 13 - reach && dy < 13 + reach };
        }
      }
    }
    return { box: b };
  }

  request() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => { this.pending = false; this.draw(); });
  }

  draw() {
    if (!this.width || !this.paint) return;
    this.layout();
    const ctx = this.canvas.getContext("2d", { alpha: false }), { k, x, y, ratio } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = this.paint.scheme.paper;
    ctx.fillRect(0, 0, this.canvas.width, this.canvas.height);
    ctx.setTransform(k * ratio, 0, 0, k * ratio, x * ratio, y * ratio);
    const x0 = -x / k, y0 = -y / k, x1 = (this.width - x) / k, y1 = (this.height - y) / k;
    const seen = Math.max(0, Math.min(x1, this.worldW) - Math.max(x0, 0)) * Math.max(0, Math.min(y1, this.worldH) - Math.max(y0, 0));
    const drawing = new Drawing(this, ctx, k, x0, y0, x1, y1);
    if (this.elements * seen / (this.worldW * this.worldH) > 2500 && k < 0.3) this.far(ctx, drawing);
    else for (const at of this.items) drawing.place(at.place, at.x, at.y, 0);
    if (this.selected >= 0) drawing.selection(this.visible(this.selected));
    drawing.marks();
  }

  // far shows very many boxes by a picture that is made once.
  far(ctx) {
    if (!this.overview) {
      const k = Math.min(4096 / this.worldW, 4096 / this.worldH, Math.sqrt(8e6 / (this.worldW * this.worldH)), 0.35);
      const canvas = document.createElement("canvas");
      canvas.width = Math.ceil(this.worldW * k);
      canvas.height = Math.ceil(this.worldH * k);
      const inner = canvas.getContext("2d");
      inner.setTransform(k, 0, 0, k, 0, 0);
      const all = new Drawing(this, inner, Math.min(k, 0.2), 0, 0, this.worldW, this.worldH);
      for (const at of this.items) all.place(at.place, at.x, at.y, 0);
      this.overview = canvas;
    }
    ctx.drawImage(this.overview, 0, 0, this.worldW, this.worldH);
  }
}
