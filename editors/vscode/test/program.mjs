// A program of any length.

/** functions makes so many functions of five lines, each of which calls itself. */
export function functions(n) {
  const one = (i) => `def @sum${i}(%l: List[int32]) -> int32 {
  match (%l) {
    case Cons(%x, %rest) { %x + @sum${i}(%rest) } case Nil() { 0 }
  }
}
`;
  return Array.from({ length: n }, (_, i) => one(i)).join("");
}
