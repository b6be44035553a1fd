// Places of boxes. The layers of a frame and their order are data; here they get sizes. Every
// step takes time in proportion to the elements of the frame, so that a frame of 30,000 nodes is
// laid out in a fraction of a second, and only frames around an opened one are laid out anew.

const GAP = 26, DOWN = 34, HEAD = 24, MARGIN = 14, ROW = 16, POINT = 6;

const measurer = document.createElement("canvas").getContext("2d");
const widths = new Map(); // by letter, at a size of 1
const FONT = "system-ui, 'DejaVu Sans', 'Liberation Sans', sans-serif";

// textWidth adds up letters: to ask the canvas for each text of a large graph takes a second.
function textWidth(text, size) {
  let sum = 0;
  for (const letter of text) {
    let w = widths.get(letter);
    if (w === undefined) {
      measurer.font = "100px " + FONT;
      widths.set(letter, w = measurer.measureText(letter).width / 100);
    }
    sum += w;
  }
  return sum * size;
}

const WIDE = 20000; // a layer that is wider has several rows
const PARALLEL = 12; // edges between the same two boxes that are drawn
const SLOPE = 0.62; // the height of a layout in columns, as a part of its width

// clip cuts a text in its middle where it is wider than a box.
function clip(text, size, most) {
  if (text.length * size * 0.45 < most || textWidth(text, size) <= most) return text;
  let keep = Math.max(4, Math.floor(text.length * most / textWidth(text, size)) - 1);
  return text.slice(0, Math.ceil(keep * 0.35)) + "…" + text.slice(text.length - Math.floor(keep * 0.65));
}

const WIDEST = 230, BOLD = 1.12, LABEL = 150; // of texts; how much wider bold ones are

// labelWidth is how wide the type of what a box gives is written below it.
function labelWidth(m, b) {
  const type = m.typeOf(b);
  return !type ? 0 : type.length * 4.3 > LABEL ? LABEL : Math.min(LABEL, textWidth(type, 9.5));
}

// rowsOf are the lines of a closed box: its operator, its name, weights or arguments.
function rowsOf(m, b) {
  const rows = [[m.headOf(b), 12]];
  if (m.holds(b)) {
    if (m.form[b] === COPIES) rows.push([m.count[b] / m.times[b] + (m.times[b] === m.count[b] ? " operator each" : " operators each"), 10]);
    else if (m.title[b]) rows.push([m.titleOf(b), 10]);
    else rows.push([m.count[b] + (m.count[b] === 1 ? " operator" : " operators"), 10]);
    return rows;
  }
  if (m.title[b]) rows.push([m.titleOf(b), 10]);
  const list = m.weights[b];
  for (let i = 0; i < list.length && i < 2; i++) rows.push([m.tensors[list[i]].type, 10]);
  if (list.length > 2) rows[rows.length - 1] = ["+ " + (list.length - 1) + " weights", 10];
  if (!m.title[b] && m.args[b].length) rows.push([m.args[b].map((a) => m.string(a)).join(", "), 10]);
  return rows;
}

function closedSize(m, b) {
  if (m.form[b] === RESULT && !m.head[b]) return [14, 8];
  const rows = rowsOf(m, b);
  let w = 40;
  for (const [i, [text, size]] of rows.entries()) w = Math.max(w, Math.min(WIDEST, text.length * size * 0.45 > WIDEST ? WIDEST : textWidth(text, size) * (i ? 1 : BOLD)) + 20);
  if (m.holds(b)) w += 18;
  return [Math.ceil(w), rows.length * ROW + 8];
}

// A Place is a frame with the places of what lies in it, relative to its corner.
class Place {
  constructor(m, frame, open, cache) {
    this.m = m;
    this.frame = frame;
    const f = m.frames[frame], kids = m.kids.get(frame);
    this.kids = kids;
    this.first = f.entries.length;
    const nodes = this.first + kids.length + f.exits.length;
    this.nodes = nodes;
    let count = nodes;
    for (const layer of f.layers) for (const e of layer) if (e >= count) count = e + 1;
    this.x = new Float64Array(count);
    this.y = new Float64Array(count); // of the upper border
    this.w = new Float64Array(count).fill(POINT);
    this.h = new Float64Array(count);
    this.right = new Float64Array(count).fill(POINT / 2); // from the middle, with the label below
    this.inner = new Map(); // by node: the place of an open frame
    for (let k = 0; k < kids.length; k++) this.measure(this.first + k, kids[k], open, cache);
    this.link(f);
    this.layers = f.layers;
    this.column = new Int16Array(f.layers.length);
    this.horizontal();
    this.stack();
    this.vertical();
    this.wrap();
    this.finish(f);
  }

  measure(e, kid, open, cache) {
    const m = this.m;
    if (m.holds(kid) && open.has(kid)) {
      let p = cache.get(kid);
      if (!p) cache.set(kid, p = new Place(m, kid, open, cache));
      this.inner.set(e, p);
      this.w[e] = p.width;
      this.h[e] = p.height;
    } else {
      [this.w[e], this.h[e]] = closedSize(m, kid);
    }
    this.right[e] = Math.max(this.w[e] / 2, labelWidth(m, kid) + 8);
  }

  // link makes the pieces of edges between layers next to each other, each once.
  link(f) {
    const from = [], to = [], ends = [], known = new Map(), apart = [];
    const outs = new Map(); // by node: the number of each of its ends
    const between = new Map(); // how many pieces lead from one element to another one
    for (let i = 0; i * 3 < f.edges.length; i++) {
      const a = f.edges[3 * i], b = f.edges[3 * i + 1], end = f.edges[3 * i + 2], track = f.tracks[i];
      if (!outs.has(a)) outs.set(a, new Map());
      if (!outs.get(a).has(end)) outs.get(a).set(end, outs.get(a).size);
      if (!track) { apart.push(i); continue; }
      let at = a;
      for (let k = 0; k <= track.length; k++) {
        const next = k < track.length ? track[k] : b, key = at * this.x.length + next + (k === 0 ? end / (this.m.ends.length + 1) : 0);
        const pair = at * this.x.length + next, parallel = between.get(pair) || 0;
        if (!known.has(key) && parallel < PARALLEL) {
          between.set(pair, parallel + 1);
          known.set(key, from.length);
          from.push(at); to.push(next); ends.push(end);
        }
        at = next;
      }
    }
    this.from = Int32Array.from(from);
    this.to = Int32Array.from(to);
    this.pieceEnd = Int32Array.from(ends);
    this.apart = apart;
    this.outs = outs;
    this.outX = Float64Array.from(from, (node, i) => this.out(node, ends[i])); // by piece: where it leaves its node
    this.above = rows(this.x.length, this.to);
    this.below = rows(this.x.length, this.from);
  }

  // out is where an end leaves its node, from the middle.
  out(node, end) {
    const list = this.outs.get(node);
    return !list || list.size < 2 ? 0 : ((list.get(end) + 0.5) / list.size - 0.5) * Math.min(this.w[node] * 0.7, 24 * list.size);
  }

  apartBy(a, b) { return this.right[a] + this.w[b] / 2 + (a >= this.nodes && b >= this.nodes ? GAP / 3 : a >= this.nodes || b >= this.nodes ? GAP / 2 : GAP); }

  // horizontal places the elements of layers as near as can be to what they are linked to, by
  // the layer above and the one below in turn: isotonic regression by pooling adjacent
  // violators, as in layered/place.go.
  horizontal() {
    for (const layer of this.layers) {
      let x = 0;
      for (let i = 0; i < layer.length; i++) {
        if (i) x += this.apartBy(layer[i - 1], layer[i]);
        this.x[layer[i]] = x;
      }
      for (let i = 0; i < layer.length; i++) this.x[layer[i]] -= x / 2;
    }
    const passes = this.x.length > 20000 ? 4 : 8;
    for (let pass = 0; pass < passes; pass++) {
      const down = pass % 2 === 0;
      for (let i = 0; i < this.layers.length; i++) this.settle(this.layers[down ? i : this.layers.length - 1 - i], down);
    }
    for (let i = 0; i < this.layers.length; i++) this.settle(this.layers[i], true);
  }

  settle(layer, down) {
    const n = layer.length, { first, sum, weight, offset } = this.scratch(n);
    let runs = 0;
    for (let i = 0; i < n; i++) {
      offset[i] = i ? offset[i - 1] + this.apartBy(layer[i - 1], layer[i]) : 0;
      const x = this.wanted(layer[i], down), w = this.pull;
      first[runs] = i; sum[runs] = (x - offset[i]) * w; weight[runs] = w;
      for (; runs > 0 && sum[runs - 1] / weight[runs - 1] >= sum[runs] / weight[runs]; runs--) {
        sum[runs - 1] += sum[runs]; weight[runs - 1] += weight[runs];
      }
      runs++;
    }
    for (let k = 0; k < runs; k++) {
      const end = k + 1 < runs ? first[k + 1] : n;
      for (let i = first[k]; i < end; i++) this.x[layer[i]] = sum[k] / weight[k] + offset[i];
    }
  }

  // scratch are lists that settle fills anew for each layer.
  scratch(n) {
    if (!this.lists || this.lists.first.length < n) {
      this.lists = { first: new Int32Array(2 * n), sum: new Float64Array(2 * n), weight: new Float64Array(2 * n), offset: new Float64Array(2 * n) };
    }
    return this.lists;
  }

  // wanted is the weighted median of where the links of an element would be straight; pull is
  // then how much that matters.
  wanted(e, down) {
    const list = down ? this.above : this.below, at = list.first[e], n = list.first[e + 1] - at;
    this.pull = 0.1;
    if (n === 0) return this.x[e];
    let x = this.straight(e, list.all[at], down, n), all = this.pull;
    if (n > 1) {
      const pulls = [[x, all]];
      for (let i = 1; i < n; i++) {
        const to = this.straight(e, list.all[at + i], down, n);
        pulls.push([to, this.pull]);
        all += this.pull;
      }
      pulls.sort((a, b) => a[0] - b[0]);
      let half = 0;
      for (let i = 0; i < n; i++) {
        half += pulls[i][1];
        if (half < all / 2) continue;
        x = half === all / 2 ? (pulls[i][0] + pulls[i + 1][0]) / 2 : pulls[i][0];
        break;
      }
    }
    this.pull = all;
    // What is long moves to the middle by and by, as the parts of a graph would else drift apart.
    return this.layers.length > 300 ? x - Math.max(-10, Math.min(10, x * 0.05)) : x;
  }

  // straight is where an element would be straight below or above what one of its n links leads to.
  straight(e, p, down, n) {
    const other = down ? this.from[p] : this.to[p];
    // A chain stays straight beside what joins it without a chain of its own, such as constants.
    const lone = down && n > 1 && other >= this.first && this.above.first[other] === this.above.first[other + 1];
    this.pull = e >= this.nodes && other >= this.nodes ? 8 : n === 1 ? 2 : lone ? 0.3 : 1;
    return down ? this.x[other] + this.outX[p] : this.x[other] - this.outX[p];
  }

  // stack puts the elements of a very wide layer into rows, so that its frame is no thin line.
  stack() {
    this.dy = new Float64Array(this.x.length); // below the upper border of the layer
    for (const layer of this.layers) {
      let area = 0, wide = 0;
      for (const e of layer) {
        const w = this.w[e] / 2 + this.right[e] + GAP;
        wide += w;
        area += w * (this.h[e] + DOWN);
      }
      if (wide < WIDE) continue;
      const limit = Math.max(WIDE / 4, Math.sqrt(1.8 * area));
      let x = -limit / 2, y = 0, row = 0;
      for (const e of layer) {
        const w = this.w[e] / 2 + this.right[e] + GAP;
        if (x + w > limit / 2) { x = -limit / 2; y += row + DOWN; row = 0; }
        this.x[e] = x + this.w[e] / 2;
        this.dy[e] = y;
        x += w;
        row = Math.max(row, this.h[e]);
      }
    }
  }

  // vertical stacks the layers.
  vertical() {
    this.top = new Float64Array(this.layers.length);
    this.bottom = new Float64Array(this.layers.length);
    let y = 0;
    for (let r = 0; r < this.layers.length; r++) {
      let h = 0, port = true;
      for (const e of this.layers[r]) {
        h = Math.max(h, this.dy[e] + this.h[e]);
        if (e >= this.first && e < this.first + this.kids.length) port = false;
      }
      this.top[r] = y;
      this.bottom[r] = y + h;
      y += h + (port && h === 0 ? 18 : DOWN);
    }
    this.tall = Math.max(0, y - DOWN);
  }

  // wrap cuts a tall layout into columns, as a newspaper is, where few edges are cut.
  wrap() {
    const low = [], high = [];
    for (const layer of this.layers) {
      let l = Infinity, h = -Infinity;
      for (const e of layer) { l = Math.min(l, this.x[e] - this.w[e] / 2); h = Math.max(h, this.x[e] + this.right[e]); }
      low.push(layer.length ? l : 0);
      high.push(layer.length ? h : 0);
    }
    const rank = this.rank = new Int32Array(this.x.length);
    this.layers.forEach((layer, r) => { for (const e of layer) rank[e] = r; });
    const crossing = new Int32Array(this.layers.length + 1);
    for (const e of this.to) crossing[rank[e]]++;
    let cuts = [0];
    // More columns are narrower ones, since a long layout moves from side to side.
    for (let columns = 2; this.tall > 5000 && columns <= 64; columns = Math.ceil(columns * 1.3)) {
      const next = this.cut(columns, crossing), wide = next.reduce((sum, from, c) => sum + this.span(from, next[c + 1] || this.layers.length, low, high), 0);
      if (next.length > 1) cuts = next;
      if (this.tall / columns < SLOPE * wide) break;
    }
    this.columns = [];
    let x = 0;
    for (let c = 0; c < cuts.length; c++) {
      const from = cuts[c], to = c + 1 < cuts.length ? cuts[c + 1] : this.layers.length;
      let l = Infinity, h = -Infinity;
      for (let r = from; r < to; r++) if (this.layers[r].length) { l = Math.min(l, low[r]); h = Math.max(h, high[r]); }
      if (!(h > l)) { l = 0; h = 60; }
      this.columns.push({ from, to, dx: x - l, dy: from < this.top.length ? -this.top[from] : 0, x, width: h - l });
      x += h - l + 60;
    }
    this.tracks = cuts.length > 1 ? 24 : 0; // room above and below for edges between columns
    this.wide = x - 60;
  }

  // cut finds where columns begin: near to where they would be equally high, where few edges are
  // cut.
  cut(columns, crossing) {
    const cuts = [0];
    for (let c = 1, r = 1; c < columns; c++) {
      const ideal = this.tall * c / columns, slack = this.tall / columns / 4;
      let best = -1, cost = Infinity;
      while (r < this.layers.length && this.top[r] < ideal - slack) r++;
      for (; r < this.layers.length && this.top[r] < ideal + slack; r++) {
        const n = crossing[r] + 3 * Math.abs(this.top[r] - ideal) / slack;
        if (n < cost) { cost = n; best = r; }
      }
      if (best > 0) { cuts.push(best); r = best + 1; }
    }
    return cuts;
  }

  // span is how wide some layers are together.
  span(from, to, low, high) {
    let l = Infinity, h = -Infinity;
    for (let r = from; r < to; r++) if (this.layers[r].length) { l = Math.min(l, low[r]); h = Math.max(h, high[r]); }
    return h > l ? h - l + 60 : 60;
  }

  finish(f) {
    const m = this.m, top = HEAD + (f.entries.length ? 0 : MARGIN) + this.tracks;
    this.height = 0;
    const label = textWidth(m.headOf(this.frame) + "  " + m.titleOf(this.frame), 12) + 60;
    this.width = Math.max(this.wide + 2 * MARGIN, Math.min(label, 420));
    const left = (this.width - this.wide) / 2;
    for (const c of this.columns) {
      c.x += left;
      for (let r = c.from; r < c.to; r++) {
        this.column[r] = this.columns.indexOf(c);
        this.top[r] += c.dy + top;
        this.bottom[r] += c.dy + top;
        this.height = Math.max(this.height, this.bottom[r]);
        for (const e of this.layers[r]) {
          this.x[e] += c.dx + left;
          this.y[e] = this.top[r] + this.dy[e];
        }
      }
    }
    this.height += this.tracks + (f.exits.length ? 0 : MARGIN);
    for (let i = 0; i < f.entries.length; i++) this.y[i] = HEAD;
    for (let i = this.nodes - f.exits.length; i < this.nodes; i++) this.y[i] = this.height;
    this.arrivals();
    this.byLayer = rows(this.layers.length, this.to.map((e) => this.rank[e]));
  }

  // arrivals spreads the pieces that reach a node over its upper border, in their order.
  arrivals() {
    this.inX = new Float64Array(this.to.length);
    for (let e = 0; e < this.nodes; e++) {
      const at = this.above.first[e], n = this.above.first[e + 1] - at;
      if (n === 0) continue;
      const list = Array.from(this.above.all.subarray(at, at + n));
      if (n > 1) list.sort((p, q) => this.x[this.from[p]] + this.outX[p] - this.x[this.from[q]] - this.outX[q]);
      const wide = Math.min(this.w[e] * 0.7, 26 * n);
      list.forEach((p, i) => { this.inX[p] = n > 1 ? ((i + 0.5) / n - 0.5) * wide : 0; });
    }
  }

  // layersIn gives the layers of a column that reach into a range of y.
  layersIn(c, y0, y1) {
    let a = c.from, b = c.to;
    while (a < b) {
      const mid = (a + b) >> 1;
      if (this.bottom[mid] < y0) a = mid + 1; else b = mid;
    }
    let end = a;
    while (end < c.to && this.top[end] <= y1) end++;
    return [a, end];
  }
}

// rows are the indices of a list by value: those of v are all[first[v]] … all[first[v + 1] - 1].
function rows(n, values) {
  const first = new Int32Array(n + 1), all = new Int32Array(values.length);
  for (const v of values) first[v + 1]++;
  for (let i = 0; i < n; i++) first[i + 1] += first[i];
  const next = first.slice();
  for (let i = 0; i < values.length; i++) all[next[values[i]]++] = i;
  return { first, all };
}
