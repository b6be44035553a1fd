package workspace

import "context"

// signEach gives reports the digests of what their files show, where somebody asks for
// them: without facts, which take as long as checks, and of which few are asked for
// (FileReport.Told). The outlines are made on several threads.
func signEach(ctx context.Context, b *breakage, checks []*fileCheck, reports []*FileReport) error {
	var asked []int
	for i, c := range checks {
		if c.entry != nil && b.known.Signs(c.entry.path) {
			asked = append(asked, i)
		}
	}
	signer := newSigner(ctx, b, nil)
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
	err := g.snapshot.each(g.ctx, len(asked), func(ctx context.Context, k int) (err error) {
		outlines[k], err = outline(ctx, checks[asked[k]].entry, g.carried)
		return err
	})
	if err != nil {
		return err
	}
	for k, i := range asked {
		g.outlines[checks[i].entry] = outlines[k]
	}
	return nil
}
