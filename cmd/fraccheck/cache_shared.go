package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/fraccheck/fraccheck/internal/cache"
	"github.com/fraccheck/fraccheck/internal/cache/remote"
	"github.com/fraccheck/fraccheck/internal/disk"
)

// The variables of the environment that name a cache server, and say what it is used for.
const (
	sharedVariable        = "FRACCHECK_CACHE_URL"
	sharedWriteVariable   = "FRACCHECK_CACHE_WRITE"
	sharedSecretVariable  = "FRACCHECK_CACHE_SECRET"
	sharedHeaderVariable  = "FRACCHECK_CACHE_AUTHORIZATION"
	sharedWriteTime       = 200 * time.Millisecond
	sharedLookTime        = 5 * time.Second
	sharedLongestWrite    = 10 * time.Minute
	netrcVariable, noRead = "NETRC", "off"
)

// sharedCache is the cache on the server that the environment names, nil where it names none.
func sharedCache(tool string, report func(error)) (*cache.Shared, error) {
	address := os.Getenv(sharedVariable)
	if address == "" || address == noRead {
		return nil, nil
	}
	server, err := remote.New(address, os.Getenv(sharedHeaderVariable), netrc())
	if err != nil {
		return nil, fmt.Errorf("the shared cache is not used: %s: %w", sharedVariable, err)
	}
	write, err := sharedWrites(os.Getenv(sharedWriteVariable))
	if err != nil {
		return nil, fmt.Errorf("the shared cache is not used: %w", err)
	}
	return &cache.Shared{Server: server, Tool: tool, Secret: os.Getenv(sharedSecretVariable), Write: write, Report: report}, nil
}

// sharedWrites is how long a check may take to write to the server, 0 where it may not.
func sharedWrites(text string) (time.Duration, error) {
	switch text {
	case "", "off":
		return 0, nil
	case "on":
		return sharedWriteTime, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 || d > sharedLongestWrite {
		return 0, fmt.Errorf("%s is %q; write on, off, or how long writing may take, such as 5s", sharedWriteVariable, text)
	}
	return d, nil
}

// netrc is the text of the file with the user's credentials, "" where there is none.
func netrc() string {
	path := os.Getenv(netrcVariable)
	if path == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		path = filepath.Join(home, ".netrc")
	}
	text, err := disk.Read(path, disk.Configs)
	if err != nil {
		return ""
	}
	return string(text)
}

// addShared adds the server's cache to one on disk. Why it cannot be used is reported, and
// nothing else changes.
func addShared(place *cache.Options, tool string, report func(error)) {
	shared, err := sharedCache(tool, report)
	if err != nil {
		report(err)
	}
	place.Shared = shared
}

// writeShared prints what the server holds.
func writeShared(env *environment) error {
	tool, err := buildName()
	if err != nil {
		return err
	}
	shared, err := sharedCache(tool, nil)
	if shared == nil || err != nil {
		return err
	}
	status, err := cache.LookShared(*shared, sharedLookTime)
	if err != nil {
		return err
	}
	access := "read"
	if shared.Write > 0 {
		access = "read and written"
	}
	fmt.Fprintf(env.Stdout, "shared     %s, %s\n", shared.Server.Name(), access)
	if status.Segments == 0 {
		fmt.Fprintln(env.Stdout, "           nothing of this build is there")
		return nil
	}
	fmt.Fprintf(env.Stdout, "           %d results, %s\n", status.Entries, disk.Size(status.Bytes))
	return nil
}
