// Where positions and ranges are after edits.
import type { Position, Range } from "./reply";

/** A Change puts a text where a range was. */
export interface Change {
  range: Range;
  text: string;
}

/**
 * shifted is where a position is after a change of the text; one within what is replaced moves to its beginning, and
 * after what is put in at it only where it is to.
 */
export function shifted(at: Position, { range: { start, end }, text }: Change, behind = false): Position {
  if (before(at, start) || !behind && !before(start, at)) return at;
  if (before(at, end)) return { line: start.line, character: start.character };
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines[lines.length - 1].length;
  const line = at.line - end.line + start.line + lines.length - 1;
  if (at.line !== end.line) return { line, character: at.character };
  return { line, character: at.character - end.character + last + (lines.length === 1 ? start.character : 0) };
}

/** shiftedRange is where a range is after changes, as an event tells of them; what is put in at its end belongs to it. */
export function shiftedRange({ start, end }: Range, changes: readonly Change[]): Range {
  return {
    start: changes.reduce<Position>((at, change) => shifted(at, change), start),
    end: changes.reduce<Position>((at, change) => shifted(at, change, true), end),
  };
}

/** contains tells whether a position is in a range or at its end. */
export const contains = ({ start, end }: Range, at: Position): boolean => !before(at, start) && !before(end, at);

const before = (a: Position, b: Position) => a.line < b.line || a.line === b.line && a.character < b.character;
