// The page with an editor: files, the two modules, and what is shown beside the program.
import { EditorState, Compartment, Prec } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap } from "@codemirror/view";
import { explained, found, ofFirst, show } from "../editor/diagnostics.js";
import { basics } from "../editor/setup.js";
import { actionsAt, publishDiagnostics } from "../lsp/actions.js";
import { inlayHints } from "../lsp/hints.js";
import { lenses } from "../lsp/lenses.js";
import { Server, serverOf } from "../lsp/server.js";
import { semanticColours } from "../lsp/tokens.js";
import { element, picture } from "./element.js";
import { Ended, First } from "./first.js";
import { base } from "./modules.js";
import { costs, values, verdicts } from "./results.js";
import { isName, packed, unpacked } from "./share.js";
import { tabs } from "./tabs.js";

const $ = (id) => document.getElementById(id);
const say = (text) => { $("status").textContent = text; };
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const pageOf = (code) => new URL(`../codes/${code.replaceAll("/", "-")}.html`, base).href;

// Files. Texts are in the states of the editor; a model is bytes, and a text that the server writes.

const files = new Map(); // by name: { state } or { bytes }
let current = "";
const path = (name) => `/program/${name}`;
const encoder = new TextEncoder();
const textOf = (name) => name === current ? view.state.doc.toString() : files.get(name).state?.doc.toString();
const isModel = (name) => name.endsWith(".onnx");
const isRules = (name) => name.endsWith(".fracrule");

/** disk lists the files as the workers see them. */
const disk = () => [...files].map(([name, file]) => [path(name), file.bytes ?? encoder.encode(textOf(name))]);

const connection = new Compartment();
let server = null;

function stateOf(name, text) {
  return EditorState.create({
    doc: text,
    extensions: [
      Prec.high(keymap.of([
        { key: "Mod-Enter", run: () => { run(); return true; } },
        { key: "Mod-.", run: () => { openActions(); return true; } },
        { key: "Mod-s", run: () => { save(); return true; } },
      ])),
      basics({ label: `Program ${name}` }), found, connection.of([]), firstHover,
      EditorState.readOnly.of(isModel(name)),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) edited();
        if (update.state.field(found) !== update.startState.field(found)) listProblems();
      }),
    ],
  });
}

/** Until the server is there, the first module describes what is under the mouse. */
const firstHover = hoverTooltip(async (shown, pos) => {
  if (server?.ready) return null;
  const d = await checker.ask("hover", { path: path(current), text: shown.state.doc.toString(), offset: pos }).catch(() => null);
  if (!d) return null;
  return {
    pos: d.from, end: d.to, above: true,
    create: () => ({ dom: element("div", { class: "described" }, element("pre", {}, `${d.name} : ${d.type}`), d.doc ? element("p", {}, d.doc) : "") }),
  };
});

const view = new EditorView({ parent: $("editor"), state: EditorState.create({}) });

function put(name, file) {
  files.set(name, file);
  writeThrough(name);
}

/** writeThrough puts a file where imports of the others find it, in all workers. */
function writeThrough(name) {
  const content = files.get(name).bytes ?? encoder.encode(textOf(name));
  for (const each of [checker, runner]) each.write(path(name), content);
  if (server?.ready) server.write(path(name), content);
}

/** open shows a file in the editor. */
async function open(name) {
  if (current && files.has(current) && !isModel(current)) {
    files.get(current).state = view.state;
    writeThrough(current);
  }
  current = name;
  const file = files.get(name);
  if (file.bytes) {
    say("The language server reads models; it is loading.");
    if (!server) startServer();
    await ready;
    const { text } = await server.request("workspace/textDocumentContent", { uri: uriOf(name) }).catch((error) => ({ text: `# ${error.message}\n` }));
    if (current !== name) return;
    file.state = stateOf(name, text);
    say("Ready");
  }
  view.setState(file.state);
  connect();
  listFiles();
  listProblems();
  const rules = isRules(name);
  $("matches").hidden = !rules;
  for (const id of ["run", "cost", "graph", "tree"]) $(id).hidden = rules;
  if (!server?.ready) check();
}

const uriOf = (name) => isModel(name) ? `fraccheck:/onnx${path(name)}` : `file://${path(name)}`;

/** connect has the server answer for the file that is shown. */
function connect() {
  if (!server?.ready) return;
  view.dispatch({
    effects: connection.reconfigure(server.client.plugin(uriOf(current), isRules(current) ? "fracrule" : "frac")),
  });
}

function listFiles() {
  $("files").replaceChildren(...[...files.keys()].map((name) => element("button", {
    type: "button", role: "tab", id: `file-${name}`, "aria-selected": String(name === current), "aria-controls": "editor",
    tabindex: name === current ? "0" : "-1", onclick: () => { if (name !== current) open(name); },
  }, name)));
  $("editor").setAttribute("aria-labelledby", `file-${current}`);
}

tabs($("files"), (tab) => { if (tab.textContent !== current) open(tab.textContent); });

/** replace shows other files in place of all; the first one is open. */
async function replace(texts) {
  for (const name of files.keys()) {
    for (const each of [checker, runner, server?.program]) each?.remove(path(name));
  }
  files.clear();
  current = "";
  for (const [name, content] of Object.entries(texts)) {
    put(name, typeof content === "string" ? { state: stateOf(name, content) } : { bytes: content });
  }
  clearViews();
  await open(Object.keys(texts)[0]);
}

// The modules. The first one checks until the server is there; runs are made by another one of its
// kind, in a worker that can be ended.

const checker = new First(disk, (bytes) => say(`Loading the checker: ${megabytes(bytes)}`));
const runner = new First(disk);
let checking = 0;

async function check() {
  const number = ++checking, text = view.state.doc.toString(), name = current;
  if (isModel(name)) return;
  try {
    const list = await checker.ask("check", { path: path(name), text });
    if (number === checking && name === current && !server?.ready && view.state.doc.toString() === text) show(view, ofFirst(list), pageOf);
  } catch (error) {
    if (!(error instanceof Ended)) say(error.message);
  }
}

let pending = 0;
function edited() {
  if (server?.ready) return;
  clearTimeout(pending);
  pending = setTimeout(check, 20);
}

let resolveReady;
const ready = new Promise((resolve) => { resolveReady = resolve; });
let restarts = 0;

function startServer() {
  const next = new Server({
    files: disk(), exit: (reason) => lost(next, reason),
    progress: (bytes) => say(`Loading the language server: ${megabytes(bytes)}`),
    extensions: [semanticColours, inlayHints, lenses(runCommand), publishDiagnostics((shown, list) => { if (shown === view) show(view, list, pageOf); })],
  });
  next.run = runCommand;
  next.beyond = createFiles;
  server = next;
  next.client.initializing.then(() => {
    next.ready = true;
    checker.end();
    connect();
    document.querySelectorAll("[data-server]").forEach((node) => { node.disabled = false; });
    document.body.dataset.server = "ready";
    say("Ready");
    resolveReady();
  }, (error) => say(`The language server does not start: ${error.message}`));
}

function lost(which, reason) {
  if (which !== server) return;
  server.ready = false;
  delete document.body.dataset.server;
  document.querySelectorAll("[data-server]").forEach((node) => { node.disabled = true; });
  if (++restarts > 3) {
    say(`The language server ended four times: ${reason}. Programs are checked without it.`);
    view.dispatch({ effects: connection.reconfigure([]) });
    check();
    return;
  }
  say(`The language server ended: ${reason}. Another one starts.`);
  view.dispatch({ effects: connection.reconfigure([]) });
  startServer();
}

/** createFiles makes edits of files that are not shown, such as a new file that an action writes. */
function createFiles(changes) {
  for (const change of changes) {
    const uri = change.uri ?? change.textDocument.uri, name = uri.replace("file:///program/", "");
    if (!uri.startsWith("file:///program/") || !isName(name)) return false;
    if (change.kind === "create" && !files.has(name)) put(name, { state: stateOf(name, "") });
    if (!change.edits) continue;
    if (name === current) {
      server.apply({ documentChanges: [change] });
      continue;
    }
    const { doc } = files.get(name).state;
    const at = ({ line, character }) => doc.line(line + 1).from + character;
    const edits = change.edits.map(({ range, newText }) => ({ from: at(range.start), to: at(range.end), insert: newText }));
    files.get(name).state = files.get(name).state.update({ changes: edits }).state;
    writeThrough(name);
  }
  listFiles();
  return true;
}

// What is shown beside the program.

const selectView = tabs($("views"));

function reveal(id, ...content) {
  $(id).replaceChildren(...content);
  selectView($("views").querySelector(`[aria-controls="${id}"]`));
}

function clearViews() {
  $("output").replaceChildren(element("p", {}, "Run shows the values of expressions here, Test what became of evaluation comments."));
  $("view").replaceChildren(element("p", {}, "Costs, graphs, trees of types and other forms are shown here."));
  selectView($("tab-problems"));
}

const goTo = (from, to = from) => {
  view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  view.focus();
};

function listProblems() {
  const list = view.state.field(found, false) ?? [];
  const counted = list.filter((d) => d.severity !== "hint").length;
  $("tab-problems").textContent = counted > 0 ? `Problems (${counted})` : "Problems";
  $("problems").replaceChildren(list.length === 0 ? element("p", {}, "No problems were found.") : element("ul", { class: "problems" }, ...list.slice(0, 200).map((d) => {
    const { doc } = view.state, line = doc.lineAt(Math.min(d.from, doc.length));
    return element("li", { class: d.severity },
      element("button", { type: "button", class: "place", onclick: () => goTo(d.from, d.to) }, `line ${line.number}:${d.from - line.from + 1}`),
      element("span", { class: "severity" }, d.severity),
      explained(view, d, pageOf),
      ...d.related.map((r) => element("p", { class: "related" }, element("button", { type: "button", class: "place", onclick: () => goTo(r.from, r.to) }, `line ${doc.lineAt(Math.min(r.from, doc.length)).number}`), ` ${r.message}`)));
  })));
}

// Runs. A run that nobody ends is ended after longestRun.

const longestRun = 30_000;
const limits = { steps: 0, memory: 1 << 30 };

async function inRunner(method, panel, shown) {
  if (isModel(current)) return;
  const text = view.state.doc.toString();
  if (runner.busy) runner.end("another run began");
  $("stop").hidden = false;
  const began = performance.now();
  const timer = setTimeout(() => runner.end(`it took longer than ${longestRun / 1000} s and was ended`), longestRun);
  reveal(panel, element("p", {}, method === "cost" ? "Bounding…" : "Running…"));
  try {
    const result = await runner.ask(method, { path: path(current), text, limits });
    reveal(panel, shown(text, result, goTo));
    $(panel).dataset.took = String(Math.round(performance.now() - began));
  } catch (error) {
    reveal(panel, element("p", { class: "error" }, error instanceof Ended ? `Stopped: ${error.message}.` : error.message));
  } finally {
    clearTimeout(timer);
    $("stop").hidden = !runner.busy;
  }
}

const run = () => isModel(current) ? runModel() : inRunner("run", "output", values);
const cost = () => inRunner("cost", "view", (_, result) => costs(result));

async function runModel() {
  await ready;
  await runCommand({ command: "fraccheck.run", arguments: [uriOf(current), { line: 0, character: 0 }] });
}

async function test() {
  if (!isRules(current)) {
    await inRunner("test", "output", verdicts);
    return;
  }
  await ready;
  await runCommand({ command: "fraccheck.testExamples", arguments: [uriOf(current)] });
}

/** summary is a reply of a command of the server as HTML. */
function summary(reply) {
  if (reply === null || typeof reply !== "object") return element("p", {}, String(reply ?? "Done."));
  if (reply.results) {
    const skipped = reply.skipped ? `, ${reply.skipped} skipped` : "";
    return element("div", {}, element("p", { class: "summary" }, `${reply.passed} passed, ${reply.failed} failed${skipped}`),
      element("ol", { class: "values" }, ...reply.results.map((r) => element("li", { class: r.verdict },
        element("button", { type: "button", class: "place", onclick: () => goTo(offset(r.range.start)) }, `line ${r.range.start.line + 1}`),
        element("strong", {}, ` ${r.verdict} `), r.rule ? element("code", {}, r.rule) : element("code", {}, r.expected ?? ""),
        r.error ? element("pre", { class: "value error" }, r.error.message) : ""))));
  }
  if (reply.error) return element("p", { class: "error" }, reply.error.message);
  if (reply.value !== undefined) {
    return element("div", {}, element("pre", { class: "value" }, reply.value), element("p", { class: "faint" }, `${reply.type ?? ""} · ${reply.steps} steps · ${reply.ms} ms`));
  }
  return element("pre", {}, JSON.stringify(reply, null, 2));
}

const offset = ({ line, character }) => {
  const { doc } = view.state;
  return Math.min(doc.line(Math.min(line + 1, doc.lines)).from + character, doc.length);
};

/** runCommand does what a lens or an action says. */
async function runCommand({ command, arguments: args = [], title }) {
  if (command === "fraccheck.showReferences") {
    const places = await server.command(command, ...args) ?? [];
    reveal("view", element("h2", {}, title ?? "References"), element("ul", {}, ...places.filter(({ uri }) => uri === uriOf(current)).map(({ range }) =>
      element("li", {}, element("button", { type: "button", class: "place", onclick: () => goTo(offset(range.start), offset(range.end)) }, `line ${range.start.line + 1}`), ` ${view.state.doc.line(range.start.line + 1).text.trim()}`))));
    return;
  }
  reveal("output", element("p", {}, "Running…"));
  try {
    const reply = await server.command(command, ...args);
    if (reply?.error?.code === "needs-arguments") {
      const given = prompt(`${reply.error.message}\n\nArguments, separated by commas:`);
      if (given === null) {
        reveal("output", element("p", {}, `Nothing was run: ${reply.error.message}`));
        return;
      }
      await runCommand({ command, arguments: [...args, given.split(/,(?![^(\[]*[)\]])/).map((text) => text.trim())] });
      return;
    }
    reveal("output", summary(reply));
  } catch (error) {
    reveal("output", element("p", { class: "error" }, error.message));
  }
}

/** here are the arguments of commands about the cursor. */
const here = () => {
  const { plugin, uri } = serverOf(view);
  return { uri, position: plugin.toPosition(view.state.selection.main.head) };
};

async function beside(command, shown) {
  await ready;
  reveal("view", element("p", {}, "Drawing…"));
  try {
    reveal("view", ...shown(await server.command(command, here())));
  } catch (error) {
    reveal("view", element("p", { class: "error" }, error.message));
  }
}

/** drawn is a picture whose boxes lead to their places in the program. */
const drawn = (reply) => {
  const node = picture(reply.svg, reply.title);
  node.addEventListener("click", (event) => {
    const id = event.target.closest("[data-node]")?.dataset.node;
    const place = reply.nodes?.find((one) => String(one.id) === id);
    if (place && (place.uri === undefined || place.uri === uriOf(current))) goTo(offset(place.range.start), offset(place.range.end));
  });
  return [element("h2", {}, reply.title), node];
};

const graph = () => beside("fraccheck.graph", drawn);
const tree = () => beside("fraccheck.typeTree", (reply) => [...drawn(reply), element("pre", { class: "text", tabindex: "0" }, reply.text)]);
const matches = () => beside("fraccheck.matches", (reply) => [
  element("h2", {}, `Matches of ${reply.rule}`),
  reply.matches.length === 0 ? element("p", {}, "It matches nowhere in the programs.") : element("ul", {}, ...reply.matches.map((m) => element("li", {},
    element("strong", {}, `${m.uri.split("/").at(-1)}, line ${m.range.start.line + 1} `), element("code", {}, m.text),
    element("ul", {}, ...m.bindings.map((b) => element("li", {}, element("code", {}, `${b.name} = ${b.text}`))))))),
]);

async function showForm() {
  const kind = $("form").value, names = { types: "With all types", anf: "A-normal form", gnf: "Graph normal form", bbnf: "Basic block normal form" };
  $("form").value = "";
  if (!kind) return;
  await ready;
  try {
    const { text } = await server.request("workspace/textDocumentContent", { uri: `fraccheck:/${kind}/${encodeURIComponent(uriOf(current))}` });
    const shown = element("div", { class: "readonly" });
    reveal("view", element("h2", {}, names[kind]), shown);
    new EditorView({
      parent: shown,
      state: EditorState.create({ doc: text, extensions: [basics({ label: names[kind] }), EditorState.readOnly.of(true)] }),
    });
  } catch (error) {
    reveal("view", element("p", { class: "error" }, error.message));
  }
}

async function openActions() {
  await ready;
  const { from, to } = view.state.selection.main;
  let all = [];
  try {
    all = await actionsAt(view, from, to);
  } catch (error) {
    say(error.message);
    return;
  }
  $("menu-items").replaceChildren(...all.length === 0 ? [element("p", {}, "There is nothing to do at the cursor.")] : all.map((action) => element("button", {
    type: "button", class: "item", disabled: Boolean(action.disabled), title: action.disabled,
    onclick: async () => {
      $("menu").close();
      try {
        await action.apply();
      } catch (error) {
        say(error.message);
      }
      view.focus();
    },
  }, action.title)));
  $("menu").showModal();
}

// Files from and to the disk of the user.

async function take(list) {
  const taken = [];
  for (const file of list) {
    const name = file.name.replaceAll(/[^\w.-]/g, "_");
    if (isModel(name)) put(name, { bytes: new Uint8Array(await file.arrayBuffer()) });
    else if (isName(name)) put(name, { state: stateOf(name, await file.text()) });
    else { // such as the external data of a model
      put(name, { bytes: new Uint8Array(await file.arrayBuffer()) });
      files.delete(name);
      continue;
    }
    taken.push(name);
  }
  if (taken.length === 0) say("Files of programs end in .frac, .relay, .rly or .fracrule, those of models in .onnx.");
  else await open(taken.at(-1));
}

function save() {
  const content = isModel(current) ? files.get(current).bytes : view.state.doc.toString();
  const link = element("a", { href: URL.createObjectURL(new Blob([content])), download: current });
  link.click();
  URL.revokeObjectURL(link.href);
  say(`${current} was saved.`);
}

async function share() {
  const texts = Object.fromEntries([current, ...files.keys()].filter((name) => !isModel(name)).map((name) => [name, textOf(name)]));
  history.replaceState(null, "", await packed(texts));
  try {
    await navigator.clipboard.writeText(location.href);
    say("The address has the program; it was copied.");
  } catch {
    say("The address has the program: copy it from the bar.");
  }
}

const examples = await (await fetch(new URL("examples.json", base))).json();
for (const { group, list } of examples) {
  $("examples").append(element("optgroup", { label: group }, ...list.map(({ name, title }) => element("option", { value: name }, title))));
}

async function openExample(name) {
  const example = examples.flatMap(({ list }) => list).find((one) => one.name === name);
  if (!example) throw new Error(`there is no example ${name}`);
  const texts = { ...example.files };
  for (const model of example.models ?? []) texts[model] = new Uint8Array(await (await fetch(new URL(`models/${model}`, base))).arrayBuffer());
  await replace(texts);
}

const blank = { "program.frac": "# Write a program here. Ctrl+Enter runs it.\n\n" };

/** load shows what the address names: a program, an example, or a blank editor. */
async function load() {
  try {
    const named = /^#example=([\w.\/-]+)$/.exec(location.hash)?.[1];
    if (named) await openExample(named);
    else await replace(await unpacked(location.hash) ?? blank);
  } catch (error) {
    await replace(blank);
    say(error.message);
  }
}

const on = (id, event, does) => $(id).addEventListener(event, does);
on("examples", "change", async () => {
  const { value } = $("examples");
  $("examples").value = "";
  if (!value) return;
  history.replaceState(null, "", `#example=${value}`);
  await load();
});
on("new", "click", () => { history.replaceState(null, "", location.pathname); replace(blank); });
on("open", "click", () => $("chosen").click());
on("chosen", "change", () => take($("chosen").files));
on("save", "click", save);
on("share", "click", share);
on("run", "click", run);
on("stop", "click", () => runner.end("you stopped it"));
on("test", "click", test);
on("cost", "click", cost);
on("graph", "click", graph);
on("tree", "click", tree);
on("form", "change", showForm);
on("matches", "click", matches);
on("actions", "click", openActions);
addEventListener("hashchange", load);
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  if (event.dataTransfer.files.length === 0) return;
  event.preventDefault();
  take(event.dataTransfer.files);
}, { capture: true });

checker.warm();
load().then(async () => {
  await checker.ask("types", { path: path(current), text: "" }).catch(() => undefined); // the first check comes before
  document.body.dataset.first = "ready";
  if (!server) startServer();
});
