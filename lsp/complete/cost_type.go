package complete

import (
	"github.com/fraccheck/fraccheck/internal/op/frequency"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// costOfTypes sets the costs of what a type or an extent can be: of types by how often programs use
// each, and the text around and the item itself do; of type parameters the first one that nothing
// names yet is the likeliest.
func (s *scene) costOfTypes(found []Candidate) []Candidate {
	e, params := s.evidence(), s.paramUses()
	holder, direct := s.holder()
	kept, used := "", ":" // what precedes the names in the text around, and in the table of uses
	if extended[holder] && direct {
		kept, used = inTensor, inTensor
	}
	own := s.namesInItem(kept)
	context := typeContext(s.item.Text, s.tokens[:s.token])
	var all, near, here, alike counted
	for _, c := range found {
		all.total += frequency.Of(used + c.Text)
		near.total += e.around[kept+c.Text].count
		here.total += own[c.Text].count
		alike.total += e.around[context+c.Text].count
	}
	built, unused := s.builtType(), 0
	for i := range found {
		switch c := &found[i]; {
		case c.Import != "": // it has its cost
		case c.Kind == TypeParam:
			c.cost = params.cost(c.Text, extended[holder] && !direct, unused, i)
			if params.uses(c.Text) == 0 {
				unused++
			}
		case c.Text == built:
			c.cost = 0
		case c.Kind == Type:
			p := near.mixed(all.share(frequency.Of(used+c.Text)), e.around[kept+c.Text].count, 8)
			p = here.mixed(p, own[c.Text].count, 5)
			if context != "" {
				p = alike.mixed(p, e.around[context+c.Text].count, 3)
			}
			c.cost = bits((1-leastShare)*p + leastShare/float64(len(found)))
			if e.declared[c.Text] > 0 && e.around[c.Text].count == 0 {
				c.cost -= weights[newGain]
			}
		}
	}
	return found
}

// A counted is how often any of some names was counted.
type counted struct{ total int }

func (c counted) share(n int) float64 { return float64(n) / float64(max(c.total, 1)) }

// mixed is a share in which what was counted here weighs the more, the more it is.
func (c counted) mixed(share float64, n, slow int) float64 {
	weight := float64(c.total) / float64(c.total+slow)
	return (1-weight)*share + weight*c.share(n)
}

// namesInItem counts the types that the item names before the cursor: dtypes of tensors, or
// others.
func (s *scene) namesInItem(kept string) mentions {
	found := mentions{}
	for i, t := range s.tokens[:s.token] {
		inTensor := s.tokens[max(i-1, 0)].Kind == syntax.TokComma && s.tokens[i+1].Kind == syntax.TokRBracket
		isType := t.Word != syntax.WordFn || typeContext(s.item.Text, s.tokens[:i]) != ""
		if t.Kind == syntax.TokName && isType && inTensor == (kept != "") {
			found.add(s.text(t), true)
		}
	}
	return found
}

// builtType is the data type that a constructor makes at whose result the stand-in is.
func (s *scene) builtType() string {
	if parent := s.above(1); s.item.Kind(parent) == syntax.Constructor && s.item.Constructor(parent).Result == s.node() {
		return s.item.SourceText(s.item.Data(s.item.Root).Name)
	}
	return ""
}

// A paramUses is how often the item names its type parameters, as types and as extents.
type paramUses struct{ types, extents mentions }

func (s *scene) paramUses() paramUses {
	found, names := paramUses{mentions{}, mentions{}}, map[string]bool{}
	for _, p := range s.typeParams() {
		names[p.Text] = true
	}
	var visit func(n syntax.NodeID, into mentions)
	visit = func(n syntax.NodeID, into mentions) {
		switch s.item.Kind(n) {
		case syntax.TypeName:
			if name := s.item.SourceText(n); names[name] && n != s.node() {
				into.add(name, true)
			}
		case syntax.TypeCall:
			call := s.item.TypeCall(n)
			for i, arg := range call.Args {
				if extended[s.item.SourceText(call.Name)] && (i == 0) == (s.item.SourceText(call.Name) == "Tensor") {
					visit(arg, found.extents)
				} else {
					visit(arg, found.types)
				}
			}
		default:
			for _, kid := range s.item.Kids(n) {
				if kid != syntax.NoNode {
					visit(kid, into)
				}
			}
		}
	}
	visit(s.item.Root, found.types)
	return found
}

func (u paramUses) uses(name string) int { return u.types[name].count + u.extents[name].count }

// cost is that of a type parameter where extents may be, or types: what is one is not the other. Of
// those that nothing names yet, unused are in front; further away it is by a place in the list.
func (u paramUses) cost(name string, extent bool, unused, place int) int {
	same, other := u.types, u.extents
	if extent {
		same, other = u.extents, u.types
	}
	switch {
	case u.uses(name) > 0 && same[name].count == 0:
		return 10 + weights[misfitCost]
	case u.uses(name) > 0:
		return 10 + spread(weights[usedOrderCost], place)
	case len(other) > 0 && len(same) == 0:
		return 12 + spread(weights[unusedOrderCost], unused)
	}
	return 6 + spread(weights[unusedOrderCost], unused)
}
