package contract

import (
	"errors"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// A Version is what calling a definition costs in one version of a program, as reports have it: bounds and
// sizes are texts, since the version may be of another run, read from JSON.
type Version struct {
	Bounds map[string]string // by key; none where no bound is known
	Sizes  []string          // by parameter; empty where only Where is known
	Where  map[string]string // what the sizes are
	// Extents are where the sizes stand that are extents of parameters by themselves; nil where
	// that is not known.
	Extents map[string]Extent
}

// An Extent is a place of a size: that of the parameter's extents, counted from 0 in the order in which its
// type has them. `N` in Tensor[(3, N), float32] of the second parameter %x is {x, 1, 1}.
type Extent struct {
	Parameter string
	Index, At int
}

// A Change is how the bound of a metric differs between two versions.
type Change struct {
	Order    symbolic.Order // of the new bound to the old one
	Old, New string         // how they grow, for readers
	// Sizes are those, as the new version names them, in which the new bound grows
	// more, the others being fixed.
	Sizes []string
}

// errExpression says that a bound cannot be read.
var errExpression = errors.New("a bound is no expression over the sizes")

// Compare returns how the bounds of one key differ, both of which are known. Each is read over symbols that
// both versions share where a size is the same (names), and their growth is compared as all sizes grow.
//
// Sizes of parameters at the same place that count the same are the same size, whatever the parameters and
// the size variables are called; where the parameters differ in more, extents at the same place are, and
// other sizes of one name.
func Compare(old, now Version, key string) (Change, error) {
	was, is := names(old, now)
	before, err := read(old.Bounds[key], was)
	if err != nil {
		return Change{}, err
	}
	after, err := read(now.Bounds[key], is)
	if err != nil {
		return Change{}, err
	}
	c := Change{Order: symbolic.Undecided}
	f, err := before.Growth()
	if err != nil {
		return c, nil
	}
	g, err := after.Growth()
	if err != nil {
		return c, nil
	}
	c.Order, c.Old, c.New = g.Compare(f), f.Upper(), g.Upper()
	for _, s := range symbolsOf(now) {
		if inOneSize(after, is, s).Asymptotic(inOneSize(before, is, s)) == symbolic.Greater {
			c.Sizes = append(c.Sizes, s)
		}
	}
	return c, nil
}

// A naming gives symbols by the names that one version has for sizes.
type naming map[string]*symbolic.Symbol

// names are the namings of two versions: one symbol for what is the same. A size of the old version that has
// no counterpart gets a symbol of its own, also where the new version has its name for another size.
func names(old, now Version) (was, is naming) {
	was, is = naming{}, naming{}
	for i, name := range symbolsOf(now) {
		is[name] = symbolic.NewSymbol(name, uint32(i))
	}
	before := symbolsOf(old)
	if matching(old, now) {
		for i, name := range before {
			was[name] = is[now.Sizes[i]]
		}
		return was, is
	}
	taken := map[string]bool{} // names of the new version whose place an extent of the old one has
	for _, name := range before {
		if other := sameExtent(old, now, name); other != "" {
			was[name], taken[other] = is[other], true
		}
	}
	for _, name := range before {
		switch {
		case was[name] != nil:
			continue
		case is[name] != nil && !taken[name]:
			was[name] = is[name]
		default:
			was[name] = symbolic.NewSymbol(name, uint32(len(is)+len(was)))
		}
	}
	return was, is
}

// sameExtent is the size of the new version at the place of an extent of the old one; "" for none.
func sameExtent(old, now Version, name string) string {
	at, ok := place(old, now, name)
	if !ok {
		return ""
	}
	for _, other := range now.Sizes {
		if there, ok := place(now, old, other); ok && there == at {
			return other
		}
	}
	return ""
}

// place is where a size is an extent: by the name of the parameter if an extent of the other version has it,
// too, and by its position otherwise. So a parameter may move or get another name, but not both.
func place(v, other Version, name string) (Extent, bool) {
	at, ok := v.Extents[name]
	for _, there := range other.Extents {
		if there.Parameter == at.Parameter {
			return Extent{Parameter: at.Parameter, At: at.At}, ok
		}
	}
	return Extent{Index: at.Index, At: at.At}, ok
}

// symbolsOf are the names of a version's sizes, in an order that is always the same.
func symbolsOf(v Version) []string {
	if len(v.Sizes) > 0 {
		return v.Sizes
	}
	var names []string
	for name := range v.Where {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// matching reports whether the sizes of two versions count the same, one by one.
func matching(old, now Version) bool {
	if len(old.Sizes) != len(now.Sizes) {
		return false
	}
	for i, name := range old.Sizes {
		at, extent := place(old, now, name)
		there, other := place(now, old, now.Sizes[i])
		if extent != other || at != there || !extent && meaning(old, i) != meaning(now, i) {
			return false
		}
	}
	return true
}

// meaning is what a size counts, without the name of the parameter that it is of.
func meaning(v Version, i int) string {
	name := v.Sizes[i]
	base, level := name, ""
	if inner, ok := strings.CutPrefix(name, "|"); ok {
		base, level, _ = strings.Cut(inner, "|")
		level = "|" + level
	}
	return level + strings.NewReplacer("%"+base, "%", "("+base+")", "()").Replace(v.Where[name])
}

// read reads a bound, and adds 1: nothing and a constant grow alike.
func read(text string, names naming) (*symbolic.Expr, error) {
	e, err := symbolic.Parse(text, func(name string) *symbolic.Symbol { return names[name] })
	if err != nil {
		return nil, errExpression
	}
	return e.Add(symbolic.Int(1)), nil // nothing and a constant grow alike
}

// fixed is the value of the sizes that do not vary in inOneSize: large enough for what grows with them to be
// there.
const fixed = 4

// inOneSize is a bound as one size varies and the others are fixed.
func inOneSize(e *symbolic.Expr, names naming, name string) *symbolic.Expr {
	return e.Subst(func(s *symbolic.Symbol) *symbolic.Expr {
		if s == names[name] {
			return symbolic.Var(s)
		}
		return symbolic.Int(fixed)
	})
}
