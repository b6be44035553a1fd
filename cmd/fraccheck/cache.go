package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/fraccheck/fraccheck/internal/cache"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/disk"
)

// The variables of the environment that say where the cache is and how large it may be.
const (
	cacheVariable     = "FRACCHECK_CACHE"
	cacheSizeVariable = "FRACCHECK_CACHE_SIZE"
)

// cacheCommand is about the results that are kept on disk.
type cacheCommand struct {
	Status cacheStatus `cmd:"" default:"1" help:"Print the location and size of the cache."`
	Clean  cacheClean  `cmd:"" help:"Remove all that is in the cache."`
	Verify cacheVerify `cmd:"" help:"Read every entry; remove files of the cache that are damaged."`
}

type (
	cacheStatus struct{}
	cacheClean  struct{}
	cacheVerify struct{}
)

// A cacheFault is why there is no cache where the environment asks for one: nobody who looks
// for the time that it saves would find out otherwise.
type cacheFault struct{ cause error }

func (f *cacheFault) Error() string { return f.cause.Error() }

// openCache opens a cache. That this fails is a fault where the place was named.
func openCache(place cache.Options) (*cache.Store, error) {
	store, err := cache.Open(place)
	switch {
	case err == nil:
		return store, nil
	case os.Getenv(cacheVariable) != "":
		return nil, &cacheFault{err}
	}
	return nil, err
}

// cachePlace is where the cache is: the directory that FRACCHECK_CACHE names, or one in
// the user's own for such things. The error says why there is none.
func cachePlace() (cache.Options, error) {
	dir := os.Getenv(cacheVariable)
	switch {
	case dir == "off":
		return cache.Options{}, errors.New(cacheVariable + " is off")
	case dir == "":
		user, err := os.UserCacheDir()
		if err != nil {
			return cache.Options{}, err
		}
		dir = filepath.Join(user, "fraccheck")
	case !filepath.IsAbs(dir):
		return cache.Options{}, &cacheFault{fmt.Errorf("%s must be an absolute path, or off; it is %q", cacheVariable, dir)}
	}
	budget, err := cacheBudget()
	return cache.Options{Dir: dir, Budget: budget}, err
}

// cacheThere is cachePlace for who asks for nothing else.
func cacheThere() (cache.Options, error) {
	place, err := cachePlace()
	if err != nil {
		return place, fmt.Errorf("there is no cache: %w", err)
	}
	return place, nil
}

func cacheBudget() (int64, error) {
	text := os.Getenv(cacheSizeVariable)
	if text == "" {
		return cache.DefaultBudget, nil
	}
	var budget size
	if err := budget.UnmarshalText([]byte(text)); err != nil || budget == 0 {
		return 0, &cacheFault{fmt.Errorf("%s: %q is no size of a cache; write one such as 512MiB", cacheSizeVariable, text)}
	}
	return int64(budget), nil
}

func (cacheStatus) Run(env *environment) error {
	place, err := cacheThere()
	if err != nil {
		return err
	}
	status, err := cache.Look(place.Dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "directory  %s\n", console.Printable(place.Dir))
	fmt.Fprintf(env.Stdout, "size       %s of %s\n", disk.Size(status.Bytes), disk.Size(place.Budget))
	fmt.Fprintf(env.Stdout, "results    %d, in %s\n", status.Entries, console.Count(status.Segments, "file", "files"))
	if status.Entries > 0 {
		fmt.Fprintf(env.Stdout, "oldest     %s\n", time.Unix(status.Oldest*24*60*60, 0).UTC().Format(time.DateOnly))
	}
	if n := len(status.Damaged); n > 0 {
		fmt.Fprintf(env.Stdout, "damaged    %s; `fraccheck cache verify` removes what is\n", console.Count(n, "file", "files"))
	}
	return writeShared(env)
}

func (cacheClean) Run(env *environment) error {
	place, err := cacheThere()
	if err != nil {
		return err
	}
	status, err := cache.Clean(place.Dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "removed %s, %s\n", console.Count(status.Entries, "result", "results"), disk.Size(status.Bytes))
	return nil
}

func (cacheVerify) Run(env *environment) error {
	place, err := cacheThere()
	if err != nil {
		return err
	}
	status, err := cache.Verify(place.Dir)
	if err != nil {
		return err
	}
	if len(status.Damaged) == 0 {
		fmt.Fprintf(env.Stdout, "%s, all whole\n", console.Count(status.Entries, "result", "results"))
		return nil
	}
	fmt.Fprintf(env.Stdout, "%s damaged, and removed; what was in them will be found again:\n", console.Count(len(status.Damaged), "file", "files"))
	for _, path := range status.Damaged {
		fmt.Fprintf(env.Stdout, "    %s\n", console.Printable(filepath.Base(path)))
	}
	if err := cache.Remove(status.Damaged); err != nil {
		return err
	}
	return errFound
}
