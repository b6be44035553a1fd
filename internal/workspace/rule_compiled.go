package workspace

import (
	"sync"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
)

// compiledRules are rules as they are applied to programs: compiled when somebody first
// asks, and once for all files.
type compiledRules struct {
	search      func() *matcher.Rules
	rewriter    func() *rewriting.Rewriter
	partitioner func() *rewriting.Partitioner
}

func compileRules(rules []*pattern.Rule) *compiledRules {
	return &compiledRules{
		search:      sync.OnceValue(func() *matcher.Rules { return matcher.Compile(rules) }),
		rewriter:    sync.OnceValue(func() *rewriting.Rewriter { return rewriting.New(rules) }),
		partitioner: sync.OnceValue(func() *rewriting.Partitioner { return rewriting.NewPartitioner(rules) }),
	}
}
