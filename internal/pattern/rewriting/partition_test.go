package rewriting_test

import (
	"context"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
)

// groups are partition rules of many forms.
const groups = `
let pair = (_ + _) | (_ - _) | (_ * _)
let chain = (chain + _) | (_ * _)
partition projected { match is_tuple_get_item(pair | is_tuple(...)) }
partition called { match function(..., _)(...) }
partition branch { match is_if(pair | _ < _, pair | _, _) }
partition long { match chain + chain }
partition two { match (pair + _) | (_ - pair) }
partition elements { match any_depth(pair) & map(...) }
partition same { var x  match (x * x) | (x + x) }
partition constants { match _ * is_constant() | _ + 1 }
partition matched { match is_match(_, ...) }
partition any { match _(...) }
`

// TestPartitionMeaning partitions random programs: what they give and the effects that
// happen stay the same, and no error comes in. Of two failures another may come first.
func TestPartitionMeaning(t *testing.T) {
	p := rewriting.NewPartitioner(parsed(t, groups))
	for kind, make := range randomKinds {
		t.Run(kind, func(t *testing.T) {
			made := 0
			for seed := range uint64(*programs) {
				m := checktest.Module("test.frac", decorated(make(seed), seed))
				if len(errorsOf(m)) > 0 {
					continue
				}
				r, err := p.File(context.Background(), m)
				if err != nil {
					t.Fatal(err)
				}
				made += holdResult(t, seed, m, r, false)
			}
			if made < *programs {
				t.Errorf("%d groups in %d programs", made, *programs)
			}
			t.Logf("%d groups", made)
		})
	}
}

// TestPartitionHidesNothing has variables in copied branches that are named like the
// parameters of the functions that are made.
func TestPartitionHidesNothing(t *testing.T) {
	p := rewriting.NewPartitioner(parsed(t, `partition both { match add(negative(_), is_if(_, multiply(_, _), _)) }`))
	m := checktest.Module("test.frac", `
def @f(%x: float32, %c: bool) -> float32 {
  let %y = %x + 1.0f;
  add(negative(%y), if (%c) { let %FunctionVar_0_0 = %x + 3.0f; %FunctionVar_0_0 * %y } else { 2.0f })
}
@f(2.0f, True)`)
	r, err := p.File(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	if holdResult(t, 0, m, r, false) != 1 {
		t.Error("there is no group")
	}
}

// heldPartitions are programs whose groups were once made wrongly, with how many there are.
var heldPartitions = []struct {
	name, rules, program string
	groups               int
}{
	{"statements go with the operand that they precede", `partition p { match sum(_) }`, `
def @f(%r: ref(int32), %v: Tensor[(3), int32]) -> int32 {
  sum({ ref_write(%r, ref_read(%r) + 1); let %a = 1; nn.relu(%v) })
}
def @d() { let %r = ref(0); let %v = @f(%r, Constant([1, 2, 3])); (%v, ref_read(%r)) }
@d()`, 1},
	{"statements of a branch", `partition p { match negative(is_if(_, _, _)) }`, `
def @f(%c: bool, %n: int32) -> int32 {
  negative(if (%c) { let %a = 1; %n * 2 } else { %n })
}
@f(True, 3)`, 1},
	{"a group in a branch that becomes an argument", `partition p { match is_match(_, ...) | Cons(...) }`, `
def @f(%o: Optional[int32]) -> List[int32] {
  match (%o) { case Some(%m) { Nil } case None() { Cons(2, Cons(0, Nil())) } }
}
@f(None())`, 3},
	{"the tuple that a pattern takes apart is what a function gets", `partition p { match add(is_tuple_get_item(_), _) }`, `
def @f(%t: (int32, int32)) -> int32 {
  let (%a, %b) = %t;
  (%a + 1) * (%b + 2)
}
@f((3, 4))`, 2},
	{"what a clause takes out of a constructor is no group", `partition p { match _.has_dtype("int32") }`, `
def @f(%o: Optional[int32]) -> int32 {
  match (%o) { Some(%h) => %h, None => 1 }
}
@f(Some(2))`, 2},
	{"calls of made functions are left alone", `partition p { match _(...) } partition q { match _(_) }`, `
def @f(%x: int32) -> int32 { -%x }
@f(2)`, 2},
}

func TestPartitionHeld(t *testing.T) {
	for _, tt := range heldPartitions {
		t.Run(tt.name, func(t *testing.T) {
			p := rewriting.NewPartitioner(parsed(t, tt.rules))
			r, err := p.File(context.Background(), checktest.Module("test.frac", tt.program))
			if err != nil {
				t.Fatal(err)
			}
			text := r.Module.File().Text()
			if n := holdResult(t, 0, checktest.Module("test.frac", tt.program), r, false); n != tt.groups {
				t.Errorf("%d groups and not %d in\n%s", n, tt.groups, text)
			}
			again, err := p.File(context.Background(), checktest.Module("test.frac", text))
			if err != nil {
				t.Fatal(err)
			}
			if len(again.Rewrites) > 0 {
				t.Errorf("of\n%s\nbecomes\n%s", text, again.Module.File().Text())
			}
		})
	}
}
