package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/resource"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/batch"
)

// batched reports whether a check looks at each file once: nothing is kept for another
// round, and nothing is run.
func (c *checkCommand) batched() bool { return c.Fix == 0 && !c.Watch && !c.Execute && !c.apart() }

// checkBatch checks files a few at a time, with the cache.
func (c *checkCommand) checkBatch(env *environment, snapshot *workspace.Snapshot, paths []string, progress *progress) (*workspace.Report, error) {
	o := batch.Options{Snapshot: snapshot, Jobs: int(c.Jobs), Hints: c.wantsHints() || c.usesBaseline(snapshot, paths), Progress: progress.show}
	if o.Jobs < 1 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	lean := resource.Scarce() || env.subprocess != nil && env.subprocess.Lean
	if lean {
		o.Jobs = 1
	}
	none := c.useCache(env, &o)
	report, counts, err := batch.Check(context.Background(), o, paths)
	if o.Cache != nil {
		if fault := o.Cache.Close(); fault != nil && err == nil {
			fmt.Fprintf(env.Stderr, "fraccheck: nothing was kept for the next check, since the cache cannot be written: %v\n", fault)
		}
	}
	if err == nil {
		c.tellCache(env, counts, none, progress)
	}
	return report, err
}

// usesBaseline reports whether findings are held against a list, which may hold hints.
func (c *checkCommand) usesBaseline(snapshot *workspace.Snapshot, paths []string) bool {
	return c.Baseline != "" || c.WriteBaseline != "" || slices.ContainsFunc(paths, func(path string) bool {
		config, err := snapshot.Config(path)
		return err == nil && config.Baseline != ""
	})
}

// useCache opens the cache for a check, or says why there is none.
func (c *checkCommand) useCache(env *environment, o *batch.Options) error {
	switch {
	case c.NoCache:
		return errors.New("it is not to be used (--no-cache)")
	case env.subprocess != nil && env.subprocess.Record != "":
		return errors.New("an earlier check stopped, and what stops this one is left out")
	case slices.Contains(c.Paths, "-"):
		return errors.New("standard input is in no file")
	}
	place, err := cachePlace()
	if err != nil {
		return err
	}
	if o.Tool, err = buildName(); err != nil {
		return err
	}
	addShared(&place, o.Tool, env.noteShared)
	o.Cache, err = openCache(place)
	return err
}

// noteShared keeps why the shared cache is of no use, to be said after the progress.
func (env *environment) noteShared(why error) { env.shared.Store(&why) }

// tellCache writes what was known from the cache, where that is asked for, and always of one
// that was to be there.
func (c *checkCommand) tellCache(env *environment, counts batch.Counts, none error, progress *progress) {
	if why := env.shared.Load(); why != nil {
		progress.end()
		fmt.Fprintf(env.Stderr, "fraccheck: %s\n", console.Printable((*why).Error()))
	}
	if fault := (*cacheFault)(nil); !c.Verbose && !errors.As(none, &fault) {
		return
	}
	progress.end()
	switch {
	case !c.Verbose:
		fmt.Fprintf(env.Stderr, "fraccheck: there is no cache: %s\n", console.Printable(none.Error()))
	case none != nil:
		writeUncached(env, counts, none.Error())
	default:
		fmt.Fprintf(env.Stderr, "%s known from the cache, %s checked\n", console.Count(counts.Known, "file", "files"), console.Count(counts.Checked, "file", "files"))
	}
}

func writeUncached(env *environment, counts batch.Counts, why string) {
	fmt.Fprintf(env.Stderr, "%s checked; there is no cache: %s\n", console.Count(counts.Checked, "file", "files"), console.Printable(why))
}
