package interp

import (
	"testing"
)

func TestDisassemble(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"@fib", `def @fib(%n : int32) -> int32 { if (%n < 2) { %n } else { @fib(%n - 1) + @fib(%n - 2) } }`, `
@fib: arity 1, 6 registers
    0  jump.ge.k    r1, 2, to 3
    2  return       r1
    3  add.k        r4, r1, -1
    4  call.global  r3, @fib
    5  add.k        r5, r1, -2
    6  call.global  r4, @fib
    7  add.i32      r2, r3, r4
    8  return       r2
`},
		{"@sum", `def @sum(%l : List[int32], %s : int32) -> int32 { match (%l) { case Nil() { %s } case Cons(%h, %t) { @sum(%t, %s + %h) } } }`, `
@sum: arity 2, 8 registers
    0  switch       r1, to 4, 5
    4  return       r2
    5  fields       r3, r1, 2
    6  move         r6, r4
    7  add.i32      r7, r2, r3
    8  tail.global  r5, @sum
`},
		{"@f", `def @f(%x : Tensor[(4), float32], %k : float32) { fn(%l : List[float32]) { (Cons(%k, %l), tanh(%x) * %k) } }`, `
@f: arity 2, 7 registers
    0  const        r3, none
    1  check        r1, r3, Tensor[(4), float32]
    3  move         r5, r2
    4  move         r6, r1
    5  closure      r4, #1 in @f
    6  move         r3, r4
    7  return       r3
#1 in @f: arity 1, 7 registers
    0  free         r4, 0
    1  data.pair    r3, r4, r1, Cons
    3  free         r5, 1
    4  free         r6, 0
    5  operator     r4, #2 in @f of 2
    6  tuple        r2, (r3, r4)
    8  return       r2
#2 in @f: arity 2, 8 registers
    0  move         r5, r1
    1  operator     r4, tanh of 1
    2  move         r6, r4
    3  move         r7, r2
    4  operator     r5, multiply of 2
    5  move         r3, r5
    6  return       r3
`},
		{"@g", `def @g(%x : int32) { let %c = Constant([1, 2]); (%c, 1 / %x, [%x], 70000) }`, `
@g: arity 1, 7 registers
    0  const        r2, int32(2,)
    1  int          r5, 1
    2  div.i32      r4, r5, r1
    3  move         r6, r1
    4  list         r5, r6, 1, FractalTensor[int32]
    7  const        r6, 70000
    8  tuple        r3, (r2, r4, r5, r6)
   10  return       r3
`},
	} {
		p := compiled(t, test.text)
		fn, err := p.compiler.Prepare(Entry{Name: test.name})
		if err != nil {
			t.Fatal(err)
		}
		program := p.code.Snapshot()
		if got := "\n" + program.DisassembleDefinition(program.Functions[fn]); got != test.want {
			t.Errorf("%s gives%s\nwant%s", test.text, got, test.want)
		}
	}
}
