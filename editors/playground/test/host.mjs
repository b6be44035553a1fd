// A plain web server of a folder, and a Chromium without a screen.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".gz": "application/gzip" };

/** host serves a folder as plain web servers do, without compression; it resolves to { address, close }. */
export function host(root) {
  const server = createServer((request, response) => {
    const path = join(root, normalize(decodeURIComponent(new URL(request.url, "http://host").pathname)));
    try {
      const file = statSync(path).isDirectory() ? join(path, "index.html") : path;
      response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream", "Content-Length": statSync(file).size });
      createReadStream(file).pipe(response);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({
    address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close(),
  })));
}

export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
