// The views of what the server finds out about a place: graph, type tree, cost, matches of a rule.
import type { CancellationToken } from "vscode";
import { workspace, type TextDocumentChangeEvent } from "vscode";
import { ask } from "./ask";
import { Extent } from "./extent";
import type { Message, Panel, Source } from "./panel";
import type { Place } from "./place";
import type { Range } from "./reply";
import type { Server } from "./server";

/** A View is one that asks a single command about a place. */
export interface View {
  kind: string;
  title: string;
  command: string;
  languages: string[];
}

export const views: View[] = [
  { kind: "graph", title: "Dataflow Graph", command: "fraccheck.graph", languages: ["frac"] },
  { kind: "types", title: "Type Tree", command: "fraccheck.typeTree", languages: ["frac"] },
  { kind: "cost", title: "Cost", command: "fraccheck.costView", languages: ["frac"] },
  { kind: "matches", title: "Matches of the Rule", command: "fraccheck.matches", languages: ["fracrule"] },
];

export class PlaceSource implements Source {
  readonly kind: string;
  readonly title: string;
  readonly languages: string[];
  private place: Place | undefined;
  private readonly extent = new Extent();

  constructor(private readonly view: View, private readonly server: Server) {
    ({ kind: this.kind, title: this.title, languages: this.languages } = view);
  }

  async content(place: Place, token: CancellationToken): Promise<object> {
    const answered = this.extent.asking(place.uri);
    const found = await ask<{ range?: Range }>(this.server, this.view.command, place, token);
    if (!token.isCancellationRequested) this.place = place;
    answered(found.range);
    return { ...found, uri: place.uri, trusted: workspace.isTrusted };
  }

  stays(place: Place): boolean {
    return this.extent.has(place);
  }

  edited({ document, contentChanges }: TextDocumentChangeEvent): void {
    this.extent.edited(document.uri.toString(), contentChanges);
  }

  /** received measures a definition, where the page asks for it. */
  async received(message: Message, panel: Panel): Promise<void> {
    if (message.do !== "measure" || !this.place) return;
    try {
      const found = await ask<object>(this.server, this.view.command, { ...this.place, measure: true });
      panel.post({ do: "show", content: { ...found, uri: this.place.uri, trusted: workspace.isTrusted } });
    } catch (error) {
      panel.post({ do: "refused", of: "measure", message: error instanceof Error ? error.message : String(error) });
    }
  }
}
