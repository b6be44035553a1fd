package rewriting_test

import (
	"context"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/pattern/rewriting"
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
