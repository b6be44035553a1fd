// The part of a document that a view shows.
import type { Place } from "./place";
import type { Range } from "./reply";
import { contains, shiftedRange, type Change } from "./shift";

/**
 * An Extent is the part that an answer was about: moving within it asks for nothing. It is not known while a question is
 * under way, and stays so where the document was edited meanwhile, as the answer's ranges are those of the former text.
 */
export class Extent {
  private known: { uri: string; range: Range } | undefined;
  private question = 0;

  /** asking begins a question about a document; what it gives is called with the part that the answer is about. */
  asking(uri: string): (range: Range | undefined) => void {
    this.known = undefined;
    const own = ++this.question;
    return (range) => {
      if (range && own === this.question) this.known = { uri, range };
    };
  }

  has({ uri, position }: Place): boolean {
    return this.known?.uri === uri && contains(this.known.range, position);
  }

  /** edited moves it with the text of a document. */
  edited(uri: string, changes: readonly Change[]): void {
    this.question++;
    if (this.known?.uri === uri) this.known.range = shiftedRange(this.known.range, changes);
  }
}
