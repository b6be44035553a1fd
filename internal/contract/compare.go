package contract

import (
	"errors"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// A Version is what calling a definition costs in one version of a program, as
// reports have it.
type Version struct {
	Bounds map[string]string // by key; none where no bound is known
	Sizes  []string          // by parameter; empty where only Where is known
	Where  map[string]string // what the sizes are
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

// Compare tells how the bounds of one key differ, both of which are known. Sizes of
// parameters at the same place that count the same are the same size, whatever the
// parameters are called; where the parameters differ in more, those of one name are.
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
		if alone(after, is, s).Asymptotic(alone(before, is, s)) == symbolic.Greater {
			c.Sizes = append(c.Sizes, s)
		}
	}
	return c, nil
}

// A naming gives symbols by the names that one version has for sizes.
type naming map[string]*symbolic.Symbol

// names are the namings of two versions: one symbol for what is the same.
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
	for _, name := range before {
		if is[name] == nil {
			is[name] = symbolic.NewSymbol(name, uint32(len(is)))
		}
		was[name] = is[name]
	}
	return was, is
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
	for i := range old.Sizes {
		if meaning(old, i) != meaning(now, i) {
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

func read(text string, names naming) (*symbolic.Expr, error) {
	e, err := symbolic.Parse(text, func(name string) *symbolic.Symbol { return names[name] })
	if err != nil {
		return nil, errExpression
	}
	return e.Add(symbolic.Int(1)), nil // nothing and a constant grow alike
}

// fixed is the value of the sizes that are not looked at: large enough for what
// grows with them to be there.
const fixed = 4

// alone is a bound as one size varies.
func alone(e *symbolic.Expr, names naming, name string) *symbolic.Expr {
	return e.Subst(func(s *symbolic.Symbol) *symbolic.Expr {
		if s == names[name] {
			return symbolic.Var(s)
		}
		return symbolic.Int(fixed)
	})
}
