// The browser without a screen that shows VS Code's page.
import { chromium } from "playwright-core";

const args = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--disable-crash-reporter", "--disable-breakpad",
];

export const launch = () => chromium.launch({
  args, executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false,
});
