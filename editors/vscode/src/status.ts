// What the language's entry in the status bar says of the server.
import * as vscode from "vscode";

const covered = [{ language: "frac" }, { language: "fracrule" }];

export class Status implements vscode.Disposable {
  private readonly server = vscode.languages.createLanguageStatusItem("fraccheck.server", covered);
  private readonly log = vscode.languages.createLanguageStatusItem("fraccheck.log", covered);
  private version = "";

  constructor() {
    this.server.name = "fraccheck";
    this.server.command = { title: "Restart", command: "fraccheck.restart" };
    this.log.name = "fraccheck, log";
    this.log.text = "What the server writes";
    this.log.command = { title: "Show Log", command: "fraccheck.showLog" };
  }

  starting(): void {
    this.show("fraccheck", "starting", vscode.LanguageStatusSeverity.Information, true);
  }

  running(version: string): void {
    this.version = version;
    this.trusted();
  }

  /** trusted says whether the checks that run programs are on. */
  trusted(): void {
    if (this.version === "") return;
    const how = vscode.workspace.isTrusted ? "running" : "running; in Restricted Mode no check runs a program";
    this.show(`fraccheck ${this.version}`, how, vscode.LanguageStatusSeverity.Information);
  }

  failed(reason: string): void {
    this.show("fraccheck does not run", reason, vscode.LanguageStatusSeverity.Error);
  }

  private show(text: string, detail: string, severity: vscode.LanguageStatusSeverity, busy = false): void {
    Object.assign(this.server, { text, detail, severity, busy });
  }

  dispose(): void {
    this.server.dispose();
    this.log.dispose();
  }
}
