// Drawing: what is on the screen, as detailed as it is large. Text needs room to be read, so that
// from far away boxes are only coloured, and of very many a picture made once is shown.

const RAMP = {
  light: ["#f1f5f9", "#fef3c7", "#fde68a", "#fdba74", "#fb923c", "#c2410c", "#7c2d12"],
  dark: ["#1c2738", "#3a2f14", "#54390f", "#75450e", "#8f5606", "#f59e0b", "#fde68a"],
};
const RAMP_TEXT = { light: ["#0f172a", "#0f172a", "#0f172a", "#0f172a", "#0f172a", "#ffffff", "#ffffff"], dark: ["#f1f5f9", "#f1f5f9", "#f1f5f9", "#ffffff", "#ffffff", "#0b1120", "#0b1120"] };
const CHANGES = { changed: ["#b45309", "#fbbf24", "~"], added: ["#15803d", "#4ade80", "+"], removed: ["#b91c1c", "#f87171", "−"], rewired: ["#6d28d9", "#a78bfa", "↷"] };

// A Paint gives each box its colours, by a choice of what they show.
class Paint {
  constructor(m, mode, theme, colours) {
    this.m = m;
    this.scheme = colours[theme];
    this.theme = theme;
    this.bucket = new Uint8Array(m.size);
    this.legend = [];
    if (mode === "family") this.byClass();
    else if (mode === "dtype") this.byDtype();
    else this.byCost({ macs: 0, bytes: 1, params: 2, memory: 3 }[mode], mode);
  }

  byClass() {
    this.palette = this.scheme.classes.map(([fill, mark]) => ({ fill, mark, text: this.scheme.text }));
    const used = new Set();
    for (let b = 0; b < this.m.size; b++) {
      this.bucket[b] = this.m.class[b];
      if (!this.m.holds(b)) used.add(this.m.class[b]);
    }
    const result = this.m.classes.indexOf("result");
    this.palette[result] = { ...this.palette[result], text: this.scheme.paper };
    for (const c of used) if (c !== result) this.legend.push([this.palette[c].fill, this.palette[c].mark, this.m.classes[c]]);
  }

  byDtype() {
    const dtypes = [], order = [0, 7, 1, 4, 5, 8, 2, 6, 3, 9];
    const neutral = { fill: this.scheme.classes[9][0], mark: this.scheme.classes[9][1], text: this.scheme.text };
    this.palette = [neutral];
    for (let b = 0; b < this.m.size; b++) {
      const d = this.m.dtypeOf(b);
      if (!d) continue;
      let i = dtypes.indexOf(d);
      if (i < 0) {
        if (dtypes.length >= 40) continue;
        i = dtypes.push(d) - 1;
        const [fill, mark] = this.scheme.classes[order[i % order.length]];
        this.palette.push({ fill, mark, text: this.scheme.text });
        this.legend.push([fill, mark, d]);
      }
      this.bucket[b] = i + 1;
    }
  }

  // byCost colours by the logarithm of a cost: the dearest node has the last colour, and each
  // colour before it is for a third of that.
  byCost(k, mode) {
    const costs = this.m.costs[k], last = RAMP.light.length - 1;
    let most = 0;
    for (let b = 0; b < this.m.size; b++) if (!this.m.holds(b) || this.m.title[b]) most = Math.max(most, costs[b]);
    this.palette = RAMP[this.theme].map((fill, i) => ({ fill, mark: this.scheme.border, text: RAMP_TEXT[this.theme][i] }));
    for (let b = 0; b < this.m.size; b++) {
      if (costs[b] > 0) this.bucket[b] = Math.max(1, Math.min(last, last + Math.ceil(Math.log(costs[b] / most) / Math.log(3))));
    }
    const write = mode === "macs" || mode === "params" ? short : bytes;
    this.legend.push([RAMP[this.theme][0], this.scheme.border, "none"]);
    for (let i = 1; i <= last && most > 0; i++) this.legend.push([RAMP[this.theme][i], this.scheme.border, (i === last ? "≤ " : "≤ ") + write(most / Math.pow(3, last - i))]);
  }

  of(b) { return this.palette[this.bucket[b]]; }
}

// A Drawing draws places into a canvas whose transform leads from the world to the screen at k
// pixels a unit; only what lies in the world's rectangle [x0, x1] × [y0, y1] is drawn.
class Drawing {
  constructor(pane, ctx, k, x0, y0, x1, y1) {
    Object.assign(this, { pane, m: pane.model, paint: pane.paint, s: pane.paint.scheme, ctx, k, x0, y0, x1, y1 });
    this.drawn = 0;
  }

  font(size, bold) { this.ctx.font = (bold ? "600 " : "") + size + "px " + FONT; }

  place(p, ox, oy, depth) {
    const { ctx, k, s } = this;
    if (ox > this.x1 || oy > this.y1 || ox + p.width < this.x0 || oy + p.height < this.y0) return;
    ctx.fillStyle = depth % 2 ? s.inner : s.frame;
    ctx.strokeStyle = s.border;
    ctx.lineWidth = Math.min(1 / k, 1.5);
    ctx.beginPath();
    ctx.roundRect(ox, oy, p.width, p.height, 7);
    ctx.fill();
    ctx.stroke();
    if (k > 0.3) this.head(p, ox, oy);
    const ranges = [];
    for (const c of p.columns) {
      if (ox + c.x > this.x1 || ox + c.x + c.width < this.x0) continue;
      ranges.push(p.layersIn(c, this.y0 - oy - DOWN, this.y1 - oy + DOWN));
    }
    this.wires(p, ox, oy, ranges, depth);
    this.nodes(p, ox, oy, depth, ranges);
  }

  head(p, ox, oy) {
    const { ctx, k, m, s } = this, b = p.frame;
    ctx.fillStyle = this.paint.of(b).fill;
    ctx.beginPath();
    ctx.roundRect(ox, oy, p.width, HEAD, [7, 7, 0, 0]);
    ctx.fill();
    ctx.fillStyle = this.paint.of(b).text;
    this.font(12, true);
    const left = ox + (m.parent[b] >= 0 ? 28 : 10);
    const head = clip(m.headOf(b), 12, p.width - 40), wide = textWidth(head, 12) * BOLD;
    ctx.fillText(head, left, oy + 16);
    this.font(10.5);
    const rest = m.titleOf(b) || m.count[b] + (m.count[b] === 1 ? " operator" : " operators");
    if (p.width - wide > 70) ctx.fillText(clip(rest, 10.5, p.width - wide - 50), left + 8 + wide, oy + 16);
    if (m.parent[b] >= 0) this.sign(ox + 14, oy + 12, "−");
  }

  // sign is what opens and closes a box.
  sign(x, y, text) {
    const { ctx, s } = this;
    ctx.fillStyle = s.paper;
    ctx.strokeStyle = s.faint;
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.roundRect(x - 7, y - 7, 14, 14, 3);
    ctx.fill();
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x - 4, y);
    ctx.lineTo(x + 4, y);
    if (text === "+") { ctx.moveTo(x, y - 4); ctx.lineTo(x, y + 4); }
    ctx.stroke();
  }

  wires(p, ox, oy, ranges, depth) {
    const { ctx, k, s } = this;
    ctx.strokeStyle = s.wire;
    ctx.lineWidth = k > 0.4 ? 1.1 : Math.min(1.1 / Math.sqrt(k), 5);
    ctx.globalAlpha = k > 0.2 ? 1 : 0.55;
    ctx.beginPath();
    for (const [a, b] of ranges) {
      for (let r = a; r <= b && r < p.layers.length; r++) {
        if (r % 64 === 63) { ctx.stroke(); ctx.beginPath(); } // one path of all takes longer than many
        for (let i = p.byLayer.first[r]; i < p.byLayer.first[r + 1]; i++) this.piece(p, p.byLayer.all[i], ox, oy);
        if (k > 0.12 || p.bottom[r] - p.top[r] > 60) this.passing(p, r, ox, oy);
      }
    }
    ctx.stroke();
    ctx.globalAlpha = 1;
    if (k > 0.35) this.stubs(p, ox, oy, ranges);
    if (k > 0.5) this.labels(p, ox, oy, ranges, depth);
  }

  // piece leads from one element to one of the next layer.
  piece(p, i, ox, oy) {
    const a = p.from[i], b = p.to[i], { ctx } = this;
    const x0 = ox + p.x[a] + p.outX[i], x1 = ox + p.x[b] + p.inX[i], ra = p.rank[a], rb = p.rank[b];
    const y0 = oy + (a >= p.nodes ? p.bottom[ra] : p.y[a] + p.h[a]), y1 = oy + (b >= p.nodes ? p.top[rb] : p.y[b]);
    const across = p.column[ra] !== p.column[rb];
    if (!across && (Math.max(x0, x1) < this.x0 || Math.min(x0, x1) > this.x1)) return;
    ctx.moveTo(x0, y0);
    if (across) {
      const lane = 4 * (i % 5), c = p.columns[p.column[rb]], gutter = ox + c.x - 14 - lane;
      const foot = oy + p.height - p.tracks + 2 + lane, top = oy + HEAD + p.tracks - 2 - lane;
      ctx.lineTo(x0, foot); ctx.lineTo(gutter, foot); ctx.lineTo(gutter, top); ctx.lineTo(x1, top); ctx.lineTo(x1, y1);
    } else if (Math.abs(x1 - x0) < 1 || this.k < 0.1) {
      ctx.lineTo(x1, y1);
    } else {
      // Boxes of a layer begin on one line, and end where their height says.
      const bottom = oy + p.bottom[ra], from = Math.max(y0, Math.min(bottom, y1 - 12));
      if (from > y0) ctx.lineTo(x0, from);
      const middle = (from + y1) / 2;
      ctx.bezierCurveTo(x0, middle, x1, middle, x1, y1);
    }
  }

  // passing draws edges through a layer.
  passing(p, r, ox, oy) {
    const { ctx } = this;
    for (const e of p.layers[r]) {
      if (e < p.nodes || ox + p.x[e] < this.x0 || ox + p.x[e] > this.x1) continue;
      ctx.moveTo(ox + p.x[e], oy + p.top[r]);
      ctx.lineTo(ox + p.x[e], oy + p.bottom[r]);
    }
  }

  // stubs show that an edge leads far away: it is drawn when one of its ends is selected.
  stubs(p, ox, oy, ranges) {
    if (!p.apart.length) return;
    if (!p.apartAt) {
      p.apartAt = new Map();
      const f = this.m.frames[p.frame];
      for (const i of p.apart) {
        for (const [at, other, down] of [[f.edges[3 * i], f.edges[3 * i + 1], true], [f.edges[3 * i + 1], f.edges[3 * i], false]]) {
          if (!p.apartAt.has(at)) p.apartAt.set(at, []);
          p.apartAt.get(at).push([other, down]);
        }
      }
    }
    const { ctx, s, k } = this;
    ctx.strokeStyle = s.wire;
    ctx.fillStyle = s.faint;
    this.font(9);
    for (const [a, b] of ranges) {
      for (let r = a; r < b; r++) {
        for (const e of p.layers[r]) {
          const list = this.inSight(p, e, ox) && p.apartAt.get(e);
          if (!list) continue;
          const down = list.filter((to) => to[1]).length, x = ox + p.x[e] + p.w[e] / 2 - 10;
          ctx.setLineDash([2, 2]);
          ctx.beginPath();
          if (down) { ctx.moveTo(x, oy + p.y[e] + p.h[e]); ctx.lineTo(x, oy + p.y[e] + p.h[e] + 9); }
          if (list.length > down) { ctx.moveTo(x, oy + p.y[e] - 9); ctx.lineTo(x, oy + p.y[e]); }
          ctx.stroke();
          ctx.setLineDash([]);
          if (k > 0.5 && down) ctx.fillText("→ " + (down > 1 ? down + " far" : "far"), x + 3, oy + p.y[e] + p.h[e] + 10);
        }
      }
    }
  }

  // inSight reports whether an element or its label may be seen, as far as x says.
  inSight(p, e, ox) { return ox + p.x[e] - p.w[e] / 2 < this.x1 && ox + p.x[e] + Math.max(p.w[e] / 2, LABEL + 20) > this.x0; }

  // labels write the types of values where they leave a box.
  labels(p, ox, oy, ranges, depth) {
    const { ctx, s, m } = this;
    this.font(9.5);
    const ground = depth % 2 ? s.inner : s.frame;
    for (const [a, b] of ranges) {
      for (let r = a; r < b; r++) {
        for (const e of p.layers[r]) {
          if (e >= p.nodes || !this.inSight(p, e, ox)) continue;
          let last = -1, shift = 0;
          for (let i = p.below.first[e]; i < p.below.first[e + 1]; i++) {
            const end = p.pieceEnd[p.below.all[i]];
            if (end === last) continue;
            last = end;
            const [box, out] = m.ends[end];
            const text = clip(m.outType(box, out), 9.5, LABEL);
            if (!text) continue;
            const x = ox + p.x[e] + p.out(e, end) + 5, y = oy + p.y[e] + p.h[e] + 11 + 10 * shift++;
            if (shift > 2) break;
            ctx.fillStyle = ground;
            ctx.fillRect(x - 1, y - 8, textWidth(text, 9.5) + 2, 10);
            ctx.fillStyle = s.faint;
            ctx.fillText(text, x, y);
          }
        }
      }
    }
  }

  nodes(p, ox, oy, depth, ranges) {
    const buckets = new Map();
    for (const [a, b] of ranges) {
      for (let r = a; r < b; r++) {
        for (const e of p.layers[r]) {
          if (e < p.first || e >= p.first + p.kids.length) continue;
          const x = ox + p.x[e] - p.w[e] / 2, y = oy + p.y[e];
          if (x > this.x1 || x + p.w[e] < this.x0 || y > this.y1 || y + p.h[e] < this.y0) continue;
          const inner = p.inner.get(e);
          if (inner) { this.place(inner, x, y, depth + 1); continue; }
          const kid = p.kids[e - p.first];
          this.drawn++;
          if (this.k > 0.22) this.box(kid, x, y, p.w[e], p.h[e]);
          else {
            const bucket = this.paint.bucket[kid];
            if (!buckets.has(bucket)) buckets.set(bucket, []);
            buckets.get(bucket).push(x, y, p.w[e], p.h[e]);
          }
        }
      }
    }
    for (const [bucket, list] of buckets) {
      // From afar the mark is shown: grounds are too pale to tell apart.
      this.ctx.fillStyle = this.pane.mode === "family" || this.pane.mode === "dtype" ? this.paint.palette[bucket].mark : this.paint.palette[bucket].fill;
      for (let i = 0; i < list.length; i += 4) this.ctx.fillRect(list[i], list[i + 1], list[i + 2], list[i + 3]);
    }
  }

  box(b, x, y, w, h) {
    const { ctx, m, k, s } = this, c = this.paint.of(b), holds = m.holds(b);
    const round = m.form[b] === PILL || m.form[b] === RESULT ? h / 2 : 5;
    ctx.strokeStyle = c.mark;
    ctx.lineWidth = 1;
    ctx.fillStyle = c.fill;
    if (holds) { // a stack of cards
      for (const by of m.form[b] === COPIES ? [6, 3] : [3]) {
        ctx.beginPath();
        ctx.roundRect(x + by, y + by, w, h, round);
        ctx.fill();
        ctx.stroke();
      }
    }
    ctx.beginPath();
    ctx.roundRect(x, y, w, h, round);
    ctx.fill();
    ctx.stroke();
    if (k < 0.36) return;
    const rows = rowsOf(m, b), room = w - 20 - (holds ? 18 : 0);
    if (m.form[b] === RESULT && !m.head[b]) return;
    rows.forEach(([text, size], i) => {
      if (size * k < 4.6) return;
      this.font(size, i === 0);
      ctx.fillStyle = c.text;
      ctx.globalAlpha = i ? 0.85 : 1;
      ctx.fillText(clip(text, size, room / (i ? 1 : BOLD)), x + 10, y + 16 + i * ROW);
    });
    ctx.globalAlpha = 1;
    if (holds) this.sign(x + w - 13, y + 13, "+");
  }

  // marks outline what changed.
  marks() {
    const { ctx, k, pane } = this;
    for (const [b, mark] of pane.model.marks) {
      const at = pane.rectOf(pane.visible(b));
      if (!at || at.x > this.x1 || at.y > this.y1 || at.x + at.w < this.x0 || at.y + at.h < this.y0) continue;
      const [light, dark, sign] = CHANGES[mark.change], colour = pane.paint.theme === "dark" ? dark : light;
      ctx.strokeStyle = ctx.fillStyle = colour;
      ctx.lineWidth = Math.max(2.5, 2 / k);
      ctx.strokeRect(at.x - 3, at.y - 3, at.w + 6, at.h + 6);
      if (k > 0.3) {
        ctx.beginPath(); ctx.arc(at.x, at.y, 9, 0, 7); ctx.fill();
        ctx.fillStyle = this.s.paper;
        this.font(13, true);
        ctx.textAlign = "center"; ctx.fillText(sign, at.x, at.y + 4.5); ctx.textAlign = "left";
      }
    }
  }

  // selection outlines the selected box and draws its edges over all others.
  selection(b) {
    const { ctx, k, pane, m } = this, at = pane.rectOf(b);
    if (!at) return;
    ctx.strokeStyle = this.s.accent;
    ctx.lineWidth = Math.max(2, 1.6 / k);
    const p = pane.placeOf(m.parent[b]);
    if (p) {
      const origin = pane.rectOf(m.parent[b]), e = p.first + p.kids.indexOf(b), edges = m.frames[p.frame].edges, tracks = m.frames[p.frame].tracks;
      ctx.beginPath();
      for (let i = 0; 3 * i < edges.length; i++) {
        if (edges[3 * i] !== e && edges[3 * i + 1] !== e) continue;
        const track = tracks[i];
        if (!track) {
          const a = edges[3 * i], z = edges[3 * i + 1];
          ctx.moveTo(origin.x + p.x[a], origin.y + p.y[a] + p.h[a]);
          ctx.lineTo(origin.x + p.x[z], origin.y + p.y[z]);
          continue;
        }
        let from = edges[3 * i];
        for (let t = 0; t <= track.length; t++) {
          const to = t < track.length ? track[t] : edges[3 * i + 1];
          for (let q = p.below.first[from]; q < p.below.first[from + 1]; q++) {
            const j = p.below.all[q];
            if (p.to[j] === to && (t > 0 || p.pieceEnd[j] === edges[3 * i + 2])) { this.piece(p, j, origin.x, origin.y); break; }
          }
          if (t < track.length) { ctx.moveTo(origin.x + p.x[to], origin.y + p.top[p.rank[to]]); ctx.lineTo(origin.x + p.x[to], origin.y + p.bottom[p.rank[to]]); }
          from = to;
        }
      }
      ctx.stroke();
    }
    ctx.lineWidth = Math.max(3, 2 / k);
    ctx.strokeRect(at.x - 2, at.y - 2, at.w + 4, at.h + 4);
  }
}
