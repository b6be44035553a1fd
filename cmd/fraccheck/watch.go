package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
)

// glance is the time between two looks at the files.
const glance = 300 * time.Millisecond

// A round is what a command does each time: with the files as they are now.
type round func(*workspace.Snapshot, []string) error

// watch does a round again whenever a file that matters changes, until the
// context ends. What it gives is what the last round gave.
func (in *input) watch(ctx context.Context, env *environment, s *workspace.Snapshot, paths []string, do round) error {
	if slices.Contains(in.Paths, "-") {
		return errors.New("--watch cannot wait for standard input to change")
	}
	for {
		before := stamps(s, paths)
		result := env.once(s, paths, do)
		after := stampsOf(s.Loaded()) // the round has read more
		maps.Copy(after, before)
		changed, matched := in.await(ctx, env, s, after)
		switch {
		case ctx.Err() == nil:
		case result == nil, errors.Is(result, errFound):
			return result
		case errors.Is(result, errInterrupted), errors.Is(result, context.Canceled):
			return nil // the last round was not done
		default:
			return errTrouble // it was written when it happened
		}
		env.separate(changed)
		paths = matched
		s = s.Reload(changed...)
	}
}

// once does a round and writes what it printed. What keeps it from its work is
// told, and waits for the next change.
func (env *environment) once(s *workspace.Snapshot, paths []string, do round) error {
	err := do(s, paths)
	if err != nil && !errors.Is(err, errFound) {
		env.Stdout.Reset()
		fmt.Fprintln(env.Stderr, "fraccheck: "+console.PrintableLines(strings.TrimSpace(err.Error())))
	}
	if problem := env.Flush(env.direct); problem != nil {
		return fmt.Errorf("cannot write the output: %w", problem)
	}
	fmt.Fprintf(env.Stderr, "fraccheck: waiting for changes of %s\n", console.Count(len(paths), "file", "files"))
	return err
}

// separate begins another round on the terminal: a blank line, and why there is one.
func (env *environment) separate(changed []string) {
	slices.Sort(changed)
	name := changed[0]
	if short, err := filepath.Rel(env.dir, name); err == nil {
		name = short
	}
	if more := len(changed) - 1; more > 0 {
		name += " and " + console.Count(more, "other file", "other files")
	}
	fmt.Fprintf(env.Stderr, "\nfraccheck: --- %s changed ---\n", console.Printable(name))
}

// await waits until a file changes, comes or goes.
func (in *input) await(ctx context.Context, env *environment, s *workspace.Snapshot, before map[string]disk.Stamp) (changed, matched []string) {
	ticks := time.NewTicker(glance)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, nil
		case <-ticks.C:
		}
		matched, err := s.MatchAll(env.dir, in.Paths)
		if err != nil {
			continue // the last one is gone, for now
		}
		now := stampsOf(append(slices.Collect(maps.Keys(before)), matched...))
		for path, is := range now {
			if before[path] != is {
				changed = append(changed, path)
			}
		}
		if len(changed) > 0 {
			return changed, matched
		}
	}
}

// stamps are those of the files at hand, and of the configurations that may
// mention them.
func stamps(s *workspace.Snapshot, paths []string) map[string]disk.Stamp {
	watched := append(s.Loaded(), paths...)
	for _, path := range paths {
		for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
			watched = append(watched, filepath.Join(dir, config.FileName))
			if dir == s.Root() || dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return stampsOf(watched)
}

func stampsOf(paths []string) map[string]disk.Stamp {
	found := map[string]disk.Stamp{}
	for _, path := range paths {
		if _, seen := found[path]; seen {
			continue
		}
		found[path] = disk.StampOf(path)
	}
	return found
}
