// A Model is the data of one view (encode.go): boxes by number, each after the one that it lies in.

const PLAIN = 0, PILL = 1, RESULT = 2, FRAME = 3, COPIES = 6;

class Model {
  constructor(data) {
    Object.assign(this, data);
    const n = this.parent.length;
    this.size = n;
    this.depth = new Uint8Array(n);
    this.end = new Int32Array(n); // of the numbers in a box, excluded
    this.firstKid = new Int32Array(n).fill(-1);
    this.kids = new Map(); // by frame
    for (let b = 0; b < n; b++) {
      const p = this.parent[b];
      this.end[b] = b + 1;
      if (this.holds(b)) this.kids.set(b, []);
      if (p >= 0) {
        this.depth[b] = this.depth[p] + 1;
        this.kids.get(p).push(b);
      }
    }
    for (let b = n - 1; b > 0; b--) {
      const p = this.parent[b];
      if (p >= 0) this.end[p] = Math.max(this.end[p], this.end[b]);
    }
    this.items = [];
    for (let b = 0; b < n; b++) if (this.parent[b] < 0) this.items.push(b);
    this.reverse();
    this.symbolic = new Uint8Array(n); // by box, a bit for each cost that depends on sizes
    for (let b = n - 1; b >= 0; b--) {
      const own = this.formulas[b];
      if (own) for (let k = 0; k < 3; k++) if (own[k]) this.symbolic[b] |= k === 1 ? 0b1010 : 1 << k;
      if (this.parent[b] >= 0) this.symbolic[this.parent[b]] |= this.symbolic[b];
    }
    this.nodes = [];
    for (let b = 0; b < n; b++) if (this.isNode(b)) this.nodes.push(b);
    this.marks = new Map(); // by box
  }

  holds(b) { return this.form[b] >= FRAME && this.form[b] !== 5; }
  contains(frame, b) { return frame <= b && b < this.end[frame]; }

  // isNode reports whether a list of nodes has a box: everything but items, copies and branches, and of a
  // node of a model the whole alone.
  isNode(b) {
    if (this.parent[b] < 0 || this.form[b] === COPIES) return false;
    if (this.form[b] === FRAME && this.title[b] === 0 && this.text[b] === 0) return false;
    for (let p = this.parent[b]; p >= 0; p = this.parent[p]) if (this.title[p] !== 0 && this.className(p) !== "control") return this.title[b] !== 0;
    return true;
  }

  // reverse finds who needs each box.
  reverse() {
    const first = new Int32Array(this.size + 1);
    for (const list of this.ins) for (let i = 0; i < list.length; i += 2) first[list[i] + 1]++;
    for (let b = 0; b < this.size; b++) first[b + 1] += first[b];
    const next = first.slice(), all = new Int32Array(first[this.size] * 2);
    for (let b = 0; b < this.size; b++) {
      const list = this.ins[b];
      for (let i = 0; i < list.length; i += 2) {
        const at = next[list[i]]++;
        all[2 * at] = b;
        all[2 * at + 1] = list[i + 1];
      }
    }
    this.usedFirst = first;
    this.usedBy = all;
  }

  // users are the boxes that need an output of a box; all outputs where that is not given.
  users(b, out) {
    const found = [];
    for (let i = this.usedFirst[b]; i < this.usedFirst[b + 1]; i++) {
      if (out === undefined || this.usedBy[2 * i + 1] === out) found.push(this.usedBy[2 * i]);
    }
    return found;
  }

  // sources are the ends that a box and what lies in it take from outside, users of a box that
  // holds others those that need something of it outside.
  sources(b) {
    const found = [];
    for (let i = 0; i < this.ins[b].length; i += 2) found.push([this.ins[b][i], this.ins[b][i + 1]]);
    const f = this.frames[b];
    if (f) for (const e of f.entries) found.push(this.ends[e]);
    return found;
  }
  targets(b) {
    const found = this.users(b).map((to) => [to, 0]);
    const f = this.frames[b];
    if (f) {
      for (const e of f.exits) {
        const [from, out] = this.ends[e];
        for (const to of this.users(from, out)) if (!this.contains(b, to)) found.push([to, out]);
      }
    }
    return found;
  }

  string(i) { return this.strings[i]; }
  className(b) { return this.classes[this.class[b]]; }

  // name is what a box is called: by its operator, and where it has one by its own name.
  headOf(b) {
    if (this.form[b] === COPIES) return "× " + this.times[b];
    if (this.form[b] === RESULT && !this.head[b]) return "result";
    return this.string(this.head[b]);
  }
  titleOf(b) { return this.string(this.title[b]); }
  nameOf(b) {
    const head = this.headOf(b), title = this.titleOf(b);
    if (this.form[b] === COPIES) return this.times[b] + " copies of " + Math.round(this.count[b] / this.times[b]) + " operators";
    if (this.form[b] === PILL) return "input " + head;
    if (this.form[b] === RESULT) return head === "result" ? head : "output " + head;
    return title ? head + " " + title : head;
  }
  outType(b, out) { return this.string(this.outs[b][2 * out + 1] || 0); }
  // typeOf is the type of what a box gives first.
  typeOf(b) {
    if (this.outs[b].length) return this.string(this.outs[b][1]);
    const f = this.frames[b];
    if (f && f.exits.length) {
      const [from, out] = this.ends[f.exits[f.exits.length - 1]];
      return this.outType(from, out);
    }
    return "";
  }
  dtypeOf(b) {
    const found = /(\w+)(?!.*[\w)])/.exec(this.typeOf(b));
    return found && /^(u?int|float|bfloat|bool|string|complex)\d*/.test(found[1]) ? found[1] : "";
  }
}

// short writes a number with a unit prefix.
function short(x) {
  const units = ["", "k", "M", "G", "T", "P"];
  let i = 0;
  while (Math.abs(x) >= 1000 && i < units.length - 1) { x /= 1000; i++; }
  return (i && Math.abs(x) < 100 ? x.toFixed(1) : String(Math.round(x))) + (units[i] ? " " + units[i] : "");
}

// bytes writes a size.
function bytes(x) {
  if (x < 1024) return Math.round(x) + " B";
  const units = ["KiB", "MiB", "GiB", "TiB"];
  let i = -1;
  while (x >= 1024 && i < units.length - 1) { x /= 1024; i++; }
  return x.toFixed(x < 100 ? 1 : 0) + " " + units[i];
}
