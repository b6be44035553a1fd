package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/resource"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/batch"
)

// batched reports whether a check looks at each file once: nothing is kept for another
// round, and nothing is run.
func (c *checkCommand) batched() bool { return c.Fix == 0 && !c.Watch && !c.Execute && !c.apart() }

// manyPaths is from how many files on memory is given for time: few of them are held at
// once, and so Go's collector may wait longer (GOGC in the environment says otherwise). So it
// may until it is known how many there are.
const (
	manyPaths     = 50
	manyPathsGOGC = 400
	usualGOGC     = 100
)

func collectEvery(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// mostGarbage is up to how much garbage the collector may wait where very many files are held,
// in bytes, as long as that is not less than what is held.
const mostGarbage = 256 << 20

// collectOften has the collector wait for no more garbage than mostGarbage.
func collectOften() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if held := live[0].Value.Uint64(); held > mostGarbage/(manyPathsGOGC/100) {
		collectEvery(max(usualGOGC, int(mostGarbage*100/held)))
	}
}

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
	if len(paths) < manyPaths || lean {
		collectEvery(usualGOGC)
	} else {
		o.Progress = func(done, all int) {
			collectOften()
			progress.show(done, all)
		}
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

// noteShared keeps why the shared cache is of no use, to be said behind the progress.
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
