// The file system that a Go program of js/wasm sees: Go's package os calls `globalThis.fs`, which
// has the callbacks of Node's module. Files and folders are in memory. Descriptors 0 to 2 are
// streams; so is what is opened under /dev/.

const O_ACCMODE = 3, O_CREAT = 0o100, O_EXCL = 0o200, O_TRUNC = 0o1000, O_APPEND = 0o2000, O_DIRECTORY = 0o200000;
const S_IFDIR = 0o040000, S_IFREG = 0o100000, S_IFCHR = 0o020000;

const failure = (code) => Object.assign(new Error(code), { code });

/** normal writes a path without `.`, `..` and empty segments; the working directory is /program. */
function normal(path) {
  const parts = [];
  for (const part of (path.startsWith("/") ? path : `/program/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

const parent = (path) => path.slice(0, path.lastIndexOf("/")) || "/";

/** A Stream is read as chunks come in: a read waits until there is one, or the end. */
export class Stream {
  #chunks = [];
  #waiting = null;
  #ended = false;

  /** @param {(chunk: Uint8Array) => void} write gets what the program writes. */
  constructor(write) { this.write = write; }

  push(chunk) {
    if (chunk.length > 0) this.#chunks.push(chunk);
    this.#deliver();
  }

  end() {
    this.#ended = true;
    this.#deliver();
  }

  read(buffer, offset, length, callback) {
    this.#waiting = { buffer, offset, length, callback };
    this.#deliver();
  }

  #deliver() {
    if (this.#waiting === null || this.#chunks.length === 0 && !this.#ended) return;
    const { buffer, offset, length, callback } = this.#waiting;
    this.#waiting = null;
    const chunk = this.#chunks.shift() ?? new Uint8Array();
    const part = chunk.subarray(0, length);
    if (part.length < chunk.length) this.#chunks.unshift(chunk.subarray(part.length));
    buffer.set(part, offset);
    callback(null, part.length);
  }
}

/** Files are the files of one program, and the `fs` that its Go runtime calls. */
export class Files {
  #nodes = new Map(); // by path: { content: Uint8Array, size } of a file, { folder: true }
  #open = new Map(); // by descriptor
  #next = 3;
  #inodes = 0;

  /** @param {(path: string) => Stream | undefined} device finds the stream of a path under /dev/. */
  constructor(device) {
    this.device = device;
    for (const path of ["/", "/program", "/tmp", "/dev"]) this.#put(path, { folder: true });
    this.fs = this.#calls();
  }

  /** streams sets the descriptors 0 to 2. */
  streams(input, output, errors) {
    [input, output, errors].forEach((stream, fd) => this.#open.set(fd, { stream, path: "/dev/std" }));
  }

  /** write puts a file in place, with the folders around it. */
  write(path, content) {
    path = normal(path);
    for (let folder = parent(path); !this.#nodes.has(folder); folder = parent(folder)) this.#put(folder, { folder: true });
    this.#put(path, { content, size: content.length });
  }

  remove(path) { this.#nodes.delete(normal(path)); }

  /** all lists the files as pairs of path and content. */
  all() {
    return [...this.#nodes].filter(([, node]) => !node.folder).map(([path, node]) => [path, node.content.slice(0, node.size)]);
  }

  #put(path, node) {
    this.#nodes.set(path, { inode: ++this.#inodes, changed: Date.now(), ...node });
  }

  #find(path) {
    const node = this.#nodes.get(normal(path));
    if (!node) throw failure("ENOENT");
    return node;
  }

  #status(node) {
    const kind = node.stream ? S_IFCHR : node.folder ? S_IFDIR : S_IFREG;
    const size = node.size ?? 0, time = node.changed ?? 0;
    return {
      dev: 1, ino: node.inode ?? 0, mode: kind | (node.folder ? 0o755 : 0o644), nlink: 1, uid: 0, gid: 0, rdev: 0,
      size, blksize: 4096, blocks: Math.ceil(size / 512), atimeMs: time, mtimeMs: time, ctimeMs: time,
      isDirectory: () => kind === S_IFDIR,
    };
  }

  #openFile(path, flags) {
    path = normal(path);
    const stream = path.startsWith("/dev/") ? this.device(path) : undefined;
    if (stream) return this.#descriptor({ stream, path });
    let node = this.#nodes.get(path);
    if (node && flags & O_CREAT && flags & O_EXCL) throw failure("EEXIST");
    if (!node) {
      if (!(flags & O_CREAT)) throw failure("ENOENT");
      if (!this.#find(parent(path)).folder) throw failure("ENOTDIR");
      this.#put(path, { content: new Uint8Array(), size: 0 });
      node = this.#nodes.get(path);
    }
    if (node.folder && flags & O_ACCMODE) throw failure("EISDIR");
    if (!node.folder && flags & O_DIRECTORY) throw failure("ENOTDIR");
    if (flags & O_TRUNC && !node.folder) this.#resize(node, 0);
    return this.#descriptor({ node, path, append: Boolean(flags & O_APPEND), at: 0 });
  }

  #descriptor(open) {
    const fd = this.#next++;
    this.#open.set(fd, open);
    return fd;
  }

  #get(fd) {
    const open = this.#open.get(fd);
    if (!open) throw failure("EBADF");
    return open;
  }

  #resize(node, size) {
    if (size > node.content.length) {
      const content = new Uint8Array(Math.max(size, 2 * node.content.length));
      content.set(node.content.subarray(0, node.size));
      node.content = content;
    }
    node.content.fill(0, Math.min(size, node.size), Math.max(size, node.size));
    node.size = size;
    node.changed = Date.now();
  }

  #writeAt(fd, bytes, position) {
    const open = this.#get(fd);
    if (open.stream) {
      open.stream.write(bytes.slice());
      return bytes.length;
    }
    if (open.node.folder) throw failure("EISDIR");
    const at = open.append ? open.node.size : position ?? open.at;
    if (at + bytes.length > open.node.size) this.#resize(open.node, at + bytes.length);
    open.node.content.set(bytes, at);
    if (position === null || position === undefined) open.at = at + bytes.length;
    return bytes.length;
  }

  #remove(path, folder) {
    path = normal(path);
    const node = this.#find(path);
    if (Boolean(node.folder) !== folder) throw failure(folder ? "ENOTDIR" : "EISDIR");
    if (folder && this.#names(path).length > 0) throw failure("ENOTEMPTY");
    this.#nodes.delete(path);
  }

  #names(path) {
    const folder = normal(path);
    if (!this.#find(folder).folder) throw failure("ENOTDIR");
    const start = folder === "/" ? "/" : `${folder}/`;
    return [...this.#nodes.keys()].filter((name) => name !== "/" && name.startsWith(start) && !name.slice(start.length).includes("/"))
      .map((name) => name.slice(start.length));
  }

  #rename(from, to) {
    [from, to] = [normal(from), normal(to)];
    this.#find(from);
    for (const [path, node] of [...this.#nodes]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.#nodes.delete(path);
      this.#nodes.set(to + path.slice(from.length), node);
    }
  }

  /** calls are the functions of `fs`: those that return a value hand it to their callback. */
  #calls() {
    const answers = {
      open: (path, flags) => this.#openFile(path, flags),
      close: (fd) => { this.#get(fd); this.#open.delete(fd); },
      stat: (path) => this.#status(this.#find(path)),
      lstat: (path) => this.#status(this.#find(path)),
      fstat: (fd) => { const open = this.#get(fd); return this.#status(open.node ?? open); },
      readdir: (path) => this.#names(path),
      mkdir: (path) => {
        if (this.#nodes.has(normal(path))) throw failure("EEXIST");
        this.#find(parent(normal(path)));
        this.#put(normal(path), { folder: true });
      },
      unlink: (path) => this.#remove(path, false),
      rmdir: (path) => this.#remove(path, true),
      rename: (from, to) => this.#rename(from, to),
      truncate: (path, size) => this.#resize(this.#find(path), size),
      ftruncate: (fd, size) => this.#resize(this.#get(fd).node, size),
      write: (fd, buffer, offset, length, position) => this.#writeAt(fd, buffer.subarray(offset, offset + length), position),
      fsync: () => undefined, chmod: () => undefined, fchmod: () => undefined, chown: () => undefined,
      fchown: () => undefined, lchown: () => undefined, utimes: () => undefined,
      readlink: (path) => { this.#find(path); throw failure("EINVAL"); }, // nothing is a link
      link: () => { throw failure("EPERM"); },
      symlink: () => { throw failure("EPERM"); },
    };
    const fs = {
      constants: { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_DIRECTORY },
      writeSync: (fd, buffer) => this.#writeAt(fd, buffer, null),
      read: (fd, buffer, offset, length, position, callback) => {
        let count = 0;
        try {
          const open = this.#get(fd);
          if (open.stream) {
            open.stream.read(buffer, offset, length, callback);
            return;
          }
          if (open.node.folder) throw failure("EISDIR");
          const at = position ?? open.at;
          const part = open.node.content.subarray(at, Math.min(at + length, open.node.size));
          buffer.set(part, offset);
          count = part.length;
          if (position === null || position === undefined) open.at = at + count;
        } catch (error) {
          callback(error);
          return;
        }
        callback(null, count);
      },
    };
    for (const [name, answer] of Object.entries(answers)) {
      fs[name] = (...args) => {
        const callback = args.pop();
        let result;
        try {
          result = answer(...args);
        } catch (error) {
          callback(error);
          return;
        }
        callback(null, result);
      };
    }
    return fs;
  }
}
