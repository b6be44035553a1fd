// Markdown of the server has texts of the program in it, and a program may come from anywhere:
// of the HTML that is made of it, only these elements and attributes stay.

const elements = new Set("A B BLOCKQUOTE BR CODE DEL DIV EM H1 H2 H3 H4 H5 H6 HR I LI OL P PRE S SPAN STRONG SUB SUP TABLE TBODY TD TH THEAD TR UL".split(" "));

/** sanitized is HTML without scripts, pictures, forms and addresses of other kinds than https. */
export function sanitized(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const node of [...page.body.querySelectorAll("*")]) {
    if (!elements.has(node.tagName)) {
      node.remove();
      continue;
    }
    for (const { name, value } of [...node.attributes]) {
      const link = node.tagName === "A" && name === "href" && /^(https:|#|[\w-]+\.html)/.test(value);
      if (!link && name !== "class") node.removeAttribute(name);
    }
    if (node.tagName === "A") {
      node.setAttribute("rel", "noreferrer");
      node.setAttribute("target", "_blank");
    }
  }
  return page.body.innerHTML;
}
