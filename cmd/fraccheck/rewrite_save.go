package main

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A rewriter applies rules to the programs of a snapshot, under the conditions of a
// command.
type rewriter struct {
	out         *ruleOutput
	in          *ruleInput
	env         *environment
	snapshot    *workspace.Snapshot
	set         *workspace.RuleSet
	application application
}

// save writes the programs that changed. What somebody saved meanwhile is changed anew.
func (w *rewriter) save(ctx context.Context, all []*workspace.Rewritten) error {
	for i := range all {
		err := w.env.saving(w.snapshot, all[i].Source.Path, func(s *workspace.Snapshot) (err error) {
			if s != w.snapshot {
				all[i], err = w.anew(ctx, s, all[i].Source.Path)
			}
			if err != nil || len(all[i].Edits) == 0 {
				return err
			}
			return w.env.save(all[i].Source, all[i].Text)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// anew applies the rules to what somebody saved.
func (w *rewriter) anew(ctx context.Context, s *workspace.Snapshot, path string) (*workspace.Rewritten, error) {
	errs, err := w.in.sound(ctx, s, []string{path})
	if err == nil && len(errs.Findings) > 0 {
		w.env.refuse(errs, "changed")
		err = errFound
	}
	var r *workspace.Rewritten
	if err == nil {
		r, err = s.Apply(ctx, path, w.set, w.application.kind)
	}
	if err == nil && w.out.Verify {
		err = w.out.verify(ctx, w.env, []*workspace.Rewritten{r})
	}
	return r, err
}
