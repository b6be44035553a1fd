// The browser without a screen that shows VS Code's page.
import { chromium } from "playwright-core";

const args = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--disable-crash-reporter", "--disable-breakpad",
];

/** launch starts it; what it keeps stands in a folder. */
export const launch = (folder) => chromium.launch({
  env: { ...process.env, HOME: folder, TMPDIR: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder },
  args, executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false,
});
