package main

import (
	"path/filepath"
	"strings"
	"syscall"
)

// mostLinks is how many symbolic links are followed on the way to a file.
const mostLinks = 40

// A linkWalk goes along the names of a path, and along the symbolic links among them.
type linkWalk struct {
	// begin is where the first name of a path is looked for that may be a link, and the names
	// from there on.
	begin func(path string) (at, rest string, err error)
	// target is where a path leads whose last name is a link, as the link is written; empty
	// where it is none.
	target func(path string) (string, error)
}

const separator = string(filepath.Separator)

// follow gives the path that is reached. More than mostLinks are ELOOP.
func (w linkWalk) follow(path string) (string, error) {
	at, rest, err := w.begin(path)
	for links := 0; err == nil && rest != ""; {
		name, behind, _ := strings.Cut(rest, separator)
		next := filepath.Join(at, name)
		to, wrong := w.target(next)
		switch {
		case wrong != nil:
			return "", wrong
		case to == "":
			at, rest = next, behind
			continue
		case links == mostLinks:
			return "", syscall.ELOOP
		case !filepath.IsAbs(to):
			to = filepath.Join(at, to)
		}
		links++
		at, rest, err = w.begin(filepath.Join(to, behind))
	}
	return at, err
}

// fromTop begins at the top of the file system.
func fromTop(path string) (at, rest string, err error) {
	volume := filepath.VolumeName(path)
	return volume + separator, strings.TrimPrefix(path[len(volume):], separator), nil
}
