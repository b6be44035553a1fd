// Input moves a pane by mouse, touch and keyboard.
class Input {
  constructor(pane) {
    this.pane = pane;
    this.pointers = new Map();
    const host = pane.host;
    host.addEventListener("pointerdown", (e) => this.down(e));
    host.addEventListener("pointermove", (e) => this.move(e));
    for (const name of ["pointerup", "pointercancel"]) host.addEventListener(name, (e) => this.up(e));
    host.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    host.addEventListener("dblclick", (e) => this.twice(e));
    host.addEventListener("keydown", (e) => this.key(e));
  }

  at(e) {
    const box = this.pane.host.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  }

  down(e) {
    if (e.button > 0) return;
    this.pane.host.setPointerCapture(e.pointerId);
    this.pane.host.focus({ preventScroll: true });
    this.pointers.set(e.pointerId, this.at(e));
    this.still = this.pointers.size === 1 ? this.at(e) : null;
  }

  move(e) {
    const before = this.pointers.get(e.pointerId), now = this.at(e), pane = this.pane;
    if (!before) return;
    if (this.still && Math.hypot(now.x - this.still.x, now.y - this.still.y) > (e.pointerType === "touch" ? 9 : 4)) this.still = null;
    if (this.pointers.size === 2) { // pinch
      const [other] = [...this.pointers].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
      const was = Math.hypot(before.x - other.x, before.y - other.y), is = Math.hypot(now.x - other.x, now.y - other.y);
      pane.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      if (was > 0) pane.zoom(is / was, (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else if (!this.still) {
      pane.pan(now.x - before.x, now.y - before.y);
    }
    this.pointers.set(e.pointerId, now);
  }

  up(e) {
    const still = this.still;
    if (!this.pointers.delete(e.pointerId) || !still || e.type === "pointercancel") return;
    this.still = null;
    const hit = this.pane.hit(still.x, still.y);
    if (hit.box < 0) { this.pane.select(-1); return; }
    this.pane.select(hit.box);
    if (hit.sign) this.pane.toggle(hit.box);
  }

  twice(e) {
    const at = this.at(e), hit = this.pane.hit(at.x, at.y);
    if (hit.box >= 0 && !hit.sign) this.pane.toggle(hit.box);
  }

  // wheel: a mouse's wheel and a pinch zoom, two fingers on a touch pad pan.
  wheel(e) {
    e.preventDefault();
    const unit = e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? 400 : 1, at = this.at(e);
    const notch = e.deltaX === 0 && Math.abs(e.deltaY * unit) >= 50;
    if (e.ctrlKey || e.metaKey || notch && !e.shiftKey) this.pane.zoom(Math.exp(-e.deltaY * unit * (e.ctrlKey && !notch ? 0.01 : 0.0022)), at.x, at.y);
    else if (e.shiftKey && e.deltaX === 0) this.pane.pan(-e.deltaY * unit, 0);
    else this.pane.pan(-e.deltaX * unit, -e.deltaY * unit);
  }

  key(e) {
    const pane = this.pane, b = pane.selected;
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const keys = {
      "+": () => pane.zoom(1.25), "=": () => pane.zoom(1.25), "-": () => pane.zoom(0.8), "0": () => pane.fit(),
      ArrowDown: () => this.follow(1), ArrowUp: () => this.follow(-1), ArrowRight: () => this.beside(1), ArrowLeft: () => this.beside(-1),
      Enter: () => b >= 0 && (pane.toggle(b) || pane.reveal(b, 0.8)), " ": () => b >= 0 && pane.toggle(b), Escape: () => pane.select(-1),
      n: () => pane.app.nextChange(1), p: () => pane.app.nextChange(-1),
    };
    if (!keys[e.key]) return;
    if (e.shiftKey && e.key.startsWith("Arrow")) pane.pan({ ArrowLeft: 80, ArrowRight: -80 }[e.key] || 0, { ArrowUp: 80, ArrowDown: -80 }[e.key] || 0);
    else keys[e.key]();
    e.preventDefault();
  }

  // follow goes along a wire, down to what needs the box or up to what it needs: the nearest of
  // them. From nothing it begins at the first box.
  follow(down) {
    const pane = this.pane, m = pane.model, b = pane.selected;
    if (b < 0) { this.go(m.kids.get(m.items[0])[0]); return; }
    const at = pane.rectOf(pane.visible(b));
    if (pane.open.has(b) && down > 0) { this.go(m.kids.get(b)[0]); return; } // into what is open
    let best = -1, least = Infinity;
    for (const [to] of down > 0 ? m.targets(b) : m.sources(b)) {
      const seen = pane.visible(to), rect = pane.rectOf(seen);
      if (seen === b || !rect) continue;
      const far = Math.abs(rect.x + rect.w / 2 - at.x - at.w / 2) + Math.abs(rect.y - at.y);
      if (far < least) { least = far; best = seen; }
    }
    if (best < 0) best = m.parent[b]; // out of the frame, where no wire leads on
    if (best >= 0) this.go(best);
  }

  // beside goes to the next box of the same layer, or of the next one that has any.
  beside(by) {
    const pane = this.pane, m = pane.model, b = pane.selected;
    if (b < 0) { this.follow(1); return; }
    const p = pane.placeOf(m.parent[b]);
    if (!p) return;
    const own = p.first + pane.indexIn(p, b), isKid = (e) => e >= p.first && e < p.first + p.kids.length;
    for (let r = p.rank[own], layer = p.layers[r].filter(isKid), i = layer.indexOf(own) + by; ;) {
      if (layer[i] !== undefined) { this.go(p.kids[layer[i] - p.first]); return; }
      r += by;
      if (r < 0 || r >= p.layers.length) return;
      layer = p.layers[r].filter(isKid);
      i = by > 0 ? 0 : layer.length - 1;
    }
  }

  go(b) { this.pane.select(b, { reveal: true }); }
}
