/** element makes an HTML element; a listener is an attribute that begins with `on`. */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

/** picture is an SVG of fraccheck as an element, to be looked at and clicked. */
export function picture(svg, label) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  parsed.querySelectorAll("script, foreignObject").forEach((node) => node.remove());
  parsed.setAttribute("role", "img");
  parsed.setAttribute("aria-label", label);
  const node = document.importNode(parsed, true);
  return element("div", { class: "picture", tabindex: "0", role: "region", "aria-label": label }, node);
}
