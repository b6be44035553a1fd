package rulefile

import (
	"sync"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A constructor is one of the prelude.
type constructor struct{ fields int }

// preludeModule is what every program sees.
var preludeModule = sync.OnceValue(func() *typecheck.Module {
	return typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: pattern.Ops()})
})

// constructors are those of the prelude.
var constructors = sync.OnceValue(func() map[string]*constructor {
	found := map[string]*constructor{}
	for _, o := range preludeModule().VisibleValues(0) {
		if o.Kind == typecheck.ConstructorObject {
			found[o.Name] = &constructor{len(o.Cons.Fields)}
		}
	}
	return found
})
