package workspace

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/contract"
	"github.com/fraccheck/fraccheck/syntax"
)

// signEach gives reports the digests of what their files show, where somebody asks for
// them. What takes long, the outlines, is made on several threads.
func signEach(ctx context.Context, b *breakage, checks []*fileCheck, reports []*FileReport) error {
	var asked []int
	for i, c := range checks {
		if c.entry != nil && b.known.Signs(c.entry.path) {
			asked = append(asked, i)
		}
	}
	signer := newSigner(ctx, b)
	if err := signer.outlineAll(checks, asked); err != nil {
		return err
	}
	for _, i := range asked {
		digest, err := signer.digest(checks[i].entry)
		if err != nil {
			return err
		}
		reports[i].Signature = digest
	}
	return nil
}

func (g *signer) outlineAll(checks []*fileCheck, asked []int) error {
	outlines := make([]*outlined, len(asked))
	group, ctx := g.snapshot.group(g.ctx)
	for k, i := range asked {
		group.Go(func() (err error) {
			outlines[k], err = outline(ctx, checks[i].entry)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for k, i := range asked {
		g.outlines[checks[i].entry] = outlines[k]
	}
	return nil
}

// looksBeyond tells whether what was found in a file may rest on more of what it imports
// than signatures tell: where these stand in place of texts, such a check is refused
// (bodyError). It is asked with all texts there, where nobody notes who looks into a body;
// so it may say yes where no body was looked into.
func (c *fileCheck) looksBeyond() bool {
	if len(c.entry.imports) == 0 {
		return false
	}
	for i, item := range c.entry.source.File.Items {
		if _, promised := c.promised[i]; promised || len(contract.Attributes(item)) > 0 || c.rulesLookBeyond(c.items[i]) {
			return true
		}
	}
	return false
}

// rulesLookBeyond tells whether lint rules looked into the definitions of other files. What
// mends a match is tried with definitions that are not listed.
func (c *fileCheck) rulesLookBeyond(found *itemCheck) bool {
	if c.rules == nil || c.rules.lints == nil {
		return false
	}
	if c.rules.lints.mends && slices.ContainsFunc(found.diagnostics, func(d syntax.Diagnostic) bool { return d.Code.IsRule() }) {
		return true
	}
	return !c.entry.declares(found.bodies)
}

// declares tells whether items are the file's own, or the prelude's.
func (e *entry) declares(items []*syntax.Item) bool {
	if len(items) == 0 {
		return true
	}
	own := map[*syntax.Item]bool{}
	for _, item := range e.source.File.Items {
		own[item] = true
	}
	if prelude := e.module.Prelude(); prelude != nil {
		for _, item := range prelude.File().Items {
			own[item] = true
		}
	}
	return !slices.ContainsFunc(items, func(item *syntax.Item) bool { return !own[item] })
}
