// Parts of a document, by their lines.

/** Lines are those from a first to a last one. */
export interface Lines {
  first: number;
  last: number;
}

/** around are the parts that reach so many lines beyond those that are seen, in order, and none touches another. */
export function around(seen: Lines[], margin: number, lastLine: number): Lines[] {
  const wide = seen.map(({ first, last }) => ({ first: Math.max(0, first - margin), last: Math.min(lastLine, last + margin) }));
  const parts: Lines[] = [];
  for (const part of wide.sort((a, b) => a.first - b.first)) {
    const before = parts.at(-1);
    if (before && part.first <= before.last + 1) before.last = Math.max(before.last, part.last);
    else parts.push(part);
  }
  return parts;
}

/** covers tells whether one of several parts holds all lines of another. */
export function covers(parts: Lines[], part: Lines): boolean {
  return parts.some(({ first, last }) => first <= part.first && part.last <= last);
}
