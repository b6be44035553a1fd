package types_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/types"
)

// TestConstructorIsOneType holds that the recursive field of a constructor and its result
// become one type at a use.
func TestConstructorIsOneType(t *testing.T) {
	a := &types.Var{Name: "a", Rigid: true}
	list := &types.Decl{Name: "List", Params: []types.Param{{Name: "a", Var: a}}}
	cons := &types.Constructor{Name: "Cons", Of: list, Fields: []types.Type{a, &types.ADT{Decl: list, Args: []types.Type{a}}}}
	cons.Finish()
	s := &types.Substitution{Params: list.Params, Types: []types.Type{types.Scalar(types.Int32)}}
	head, tail, whole := s.Apply(cons.Sig.In[0]), s.Apply(cons.Sig.In[1]), s.Apply(cons.Sig.Out)
	if tail != whole || types.String(whole) != "List[int32]" || !types.IsScalar(head, types.Int32) || !cons.Recursive(1) || cons.Recursive(0) {
		t.Errorf("Cons takes %s and %s and gives %s", types.String(head), types.String(tail), types.String(whole))
	}
}
