// Results of runs, tests and costs as HTML, in the playground and in the manual.
import { element, picture } from "./element.js";

const line = (text, from) => text.slice(0, from).split("\n").length;

/** values shows what a program's expressions gave. goTo(from) moves the cursor there. */
export function values(text, list, goTo) {
  if (list.length === 0) return element("p", {}, "There is no expression to run: write one below the definitions, such as ", element("code", {}, "@main(1)"), ".");
  return element("ol", { class: "values" }, ...list.map((v) => element("li", { class: v.error ? "failed" : "" },
    element("button", { type: "button", class: "place", onclick: () => goTo(v.from) }, `line ${line(text, v.from)}`),
    v.error ? element("pre", { class: "value error" }, v.error) : element("pre", { class: "value" }, v.value),
    v.type ? element("span", { class: "faint" }, ` ${v.type} · ${v.steps} step${v.steps === 1 ? "" : "s"}`) : "")));
}

/** verdicts shows what became of evaluation comments. */
export function verdicts(text, list, goTo) {
  if (list.length === 0) return element("p", {}, "There are no evaluation comments: write ", element("code", {}, "# evaluates to 3"), " behind an expression.");
  const count = (verdict) => list.filter((v) => v.verdict === verdict).length;
  const skipped = count("skipped") ? `, ${count("skipped")} skipped` : "";
  return element("div", {},
    element("p", { class: "summary" }, `${count("passed")} passed, ${count("failed")} failed${skipped}`),
    element("ol", { class: "values" }, ...list.map((v) => element("li", { class: v.verdict },
      element("button", { type: "button", class: "place", onclick: () => goTo(v.from) }, `line ${line(text, v.from)}`),
      element("strong", {}, ` ${v.verdict} `), element("code", {}, v.text),
      v.problem ? element("pre", { class: "value error" }, v.problem) : ""))));
}

/** costs shows bounds, and the picture of measured runs. */
export function costs({ text, svg }) {
  if (text.trim() === "") return element("p", {}, "There is no definition whose cost could be bounded.");
  return element("div", {}, element("pre", { tabindex: "0" }, text), svg ? picture(svg, "Measured work and its bound") : "");
}
