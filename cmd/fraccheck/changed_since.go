package main

import (
	"context"
	"errors"

	"github.com/fraccheck/fraccheck/internal/revisions"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// changedSince is the flag that leaves out what a branch does not reach.
type changedSince struct {
	ChangedSince *string `name:"changed-since" placeholder:"REV" complete:"revisions" help:"Only the files that changed since this git revision and HEAD parted, and those that depend on these."`
}

// affected are those of files that what changed since a revision reaches. The snapshot
// knows the others.
func (c *changedSince) affected(ctx context.Context, env *environment, s *workspace.Snapshot, paths []string) (*workspace.Snapshot, []string, error) {
	if c.ChangedSince == nil {
		return s, paths, nil
	}
	if *c.ChangedSince == "" {
		return nil, nil, errors.New("--changed-since needs a revision, such as `origin/main`")
	}
	changes, err := env.git().ChangesSince(ctx, *c.ChangedSince)
	switch {
	case ctx.Err() != nil: // whatever came of it
		return nil, nil, context.Cause(ctx)
	case err != nil:
		return nil, nil, err
	}
	return s.Affected(ctx, paths, changes)
}

// git finds repositories.
func (env *environment) git() *revisions.Finder {
	if env.finder == nil {
		env.finder = revisions.NewFinder(env.dir, env.Stderr)
	}
	return env.finder
}
