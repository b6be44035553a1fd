// The examples of the playground: the programs of the tour, one for each part of it, those of
// examples/ with the files that they import, the rules and the models.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** tour lists the programs of docs/tour.md, or of the pages in docs/tour/, under their headings. */
function tour(root) {
  const folder = join(root, "docs/tour");
  const pages = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".md")).sort().map((name) => join(folder, name)) : [join(root, "docs/tour.md")];
  const list = [];
  for (const page of pages) {
    let heading = "", number = 0;
    for (const [, title, code] of readFileSync(page, "utf8").matchAll(/^#+ (.*)$|^```(?:frac|relay)\b.*\n([^]*?)^```$/gm)) {
      if (title !== undefined) {
        heading = title.replaceAll("`", "");
        number = 0;
        continue;
      }
      const name = heading.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "") + (++number > 1 ? `_${number}` : "");
      list.push({ name: `tour/${name}`, title: number > 1 ? `${heading} (${number})` : heading, files: { [`${name}.frac`]: code } });
    }
  }
  return list;
}

/** imported are the files that a text imports, and theirs. */
function imported(folder, text, files = {}) {
  for (const [, name] of text.matchAll(/^import "([^"/]+)"/gm)) {
    if (name in files) continue;
    files[name] = readFileSync(join(folder, name), "utf8");
    imported(folder, files[name], files);
  }
  return files;
}

/** examples lists all, in groups; models are files of examples/models. */
export function examples(root) {
  const folder = join(root, "examples");
  const of = (where, pattern) => readdirSync(where).filter((name) => pattern.test(name)).sort();
  const plain = (name) => name.replace(/\.\w+$/, "").replaceAll("_", " ");
  return [
    { group: "The tour", list: tour(root) },
    { group: "Programs", list: of(folder, /\.(frac|relay)$/).map((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return { name, title: plain(name), files: { [name]: text, ...imported(folder, text) } };
    }) },
    { group: "Rules", list: of(join(folder, "rules"), /\.fracrule$/).map((name) => (
      { name: `rules/${name}`, title: plain(name), files: { [name]: readFileSync(join(folder, "rules", name), "utf8"), "program.frac": readFileSync(join(folder, "mlp.frac"), "utf8") } })) },
    { group: "Models", list: of(join(folder, "models"), /\.onnx$/).map((name) => ({ name: `models/${name}`, title: plain(name), files: {}, models: [name] })) },
  ];
}
