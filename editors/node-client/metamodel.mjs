// Holds messages against the protocol's own description, metaModel.json.
import { readFileSync } from "node:fs";
import { metaModel } from "./place.mjs";

const model = JSON.parse(readFileSync(metaModel(), "utf8"));
const byName = (list) => new Map(list.map((entry) => [entry.name, entry]));
const structures = byName(model.structures);
const enumerations = byName(model.enumerations);
const aliases = byName(model.typeAliases);
const messages = new Map([...model.requests, ...model.notifications].map((m) => [m.method, m]));

const whole = (from) => (v) => Number.isInteger(v) && v >= from && v <= 2 ** 31 - 1;
const text = (v) => typeof v === "string";
const bases = {
  string: text, URI: text, DocumentUri: text, RegExp: text,
  boolean: (v) => typeof v === "boolean",
  null: (v) => v === null,
  decimal: (v) => typeof v === "number",
  integer: whole(-(2 ** 31)),
  uinteger: whole(0),
};

const unless = (ok, want, v, at) => ok ? [] : [`${at} is to be ${want}, not ${JSON.stringify(v)}`];
const isTable = (v) => typeof v === "object" && v !== null && !Array.isArray(v);

const kinds = {
  base: (t, v, at) => unless(bases[t.name](v), t.name, v, at),
  reference,
  array: (t, v, at) => Array.isArray(v)
    ? v.flatMap((e, i) => check(t.element, e, `${at}[${i}]`))
    : unless(false, "a list", v, at),
  tuple: (t, v, at) => Array.isArray(v) && v.length === t.items.length
    ? v.flatMap((e, i) => check(t.items[i], e, `${at}[${i}]`))
    : unless(false, "a tuple", v, at),
  map: (t, v, at) => isTable(v)
    ? Object.entries(v).flatMap(([key, e]) => check(t.value, e, `${at}.${key}`))
    : unless(false, "a table", v, at),
  or: (t, v, at) => t.items.map((item) => check(item, v, at)).reduce((a, b) => b.length < a.length ? b : a),
  literal: (t, v, at) => object({ name: "literal", ...t.value }, v, at),
  stringLiteral: (t, v, at) => unless(v === t.value, JSON.stringify(t.value), v, at),
};

/** check lists what is wrong with a value of a type. */
function check(type, value, at) {
  return kinds[type.kind](type, value, at);
}

function reference({ name }, value, at) {
  if (name === "LSPAny") return [];
  if (structures.has(name)) return object(structures.get(name), value, at);
  if (aliases.has(name)) return check(aliases.get(name).type, value, at);
  const { type, values, supportsCustomValues } = enumerations.get(name);
  if (values.some((v) => v.value === value)) return [];
  return supportsCustomValues ? check(type, value, at) : unless(false, name, value, at);
}

/** object checks the properties of a structure; others it must not have. */
function object(structure, value, at) {
  if (!isTable(value)) return unless(false, structure.name, value, at);
  const known = properties(structure);
  const problems = Object.keys(value).filter((key) => !known.has(key))
    .map((key) => `${at} is no ${structure.name}: it has a ${key}`);
  for (const [name, p] of known) {
    if (value[name] !== undefined) problems.push(...check(p.type, value[name], `${at}.${name}`));
    else if (!p.optional) problems.push(`${at} of ${structure.name} has no ${name}`);
  }
  return problems;
}

/** properties are a structure's own and those that it takes over, its own first. */
function properties(structure) {
  const all = new Map(structure.properties.map((p) => [p.name, p]));
  for (const { name } of [...structure.extends ?? [], ...structure.mixins ?? []]) {
    for (const [key, p] of properties(structures.get(name))) if (!all.has(key)) all.set(key, p);
  }
  return all;
}

/** result lists what is wrong with the answer to a request. */
export function result(method, value) {
  const message = messages.get(method);
  return message ? check(message.result, value, `the answer to ${method}`) : [`${method} is no request`];
}

/** params lists what is wrong with the parameters of a request or notification. */
export function params(method, value) {
  const message = messages.get(method);
  if (!message) return [`${method} is no message`];
  return message.params ? check(message.params, value, `the parameters of ${method}`) : [];
}
