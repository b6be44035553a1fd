package disk

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/fraccheck/fraccheck/internal/lazyregexp"
)

// Files that are not in their place yet have names that tell whose they are: those that
// are being written `.fraccheck-PID-RANDOM`, those that are whole also sums of what is
// replaced and of what replaces it, `.fraccheck-PID-RANDOM-WAS-NOW`. A run that is killed
// leaves one, and the next run that writes in the folder removes it. What an editor saved
// in the moment in which the run was killed has neither sum, and is kept.
var leftover = lazyregexp.New(`^\.fraccheck-(\d+)-\d+(?:-([0-9a-f]{16})-([0-9a-f]{16}))?$`)

func writingName() string { return fmt.Sprintf(".fraccheck-%d-%d", os.Getpid(), rand.Uint64()) }

func writtenName(was, now string) string { return writingName() + "-" + was + "-" + now }

func sumOf(content []byte) string {
	sum := sha256.Sum256(content)
	return shortSum(sum[:])
}

func shortSum(sum []byte) string { return hex.EncodeToString(sum[:8]) }

// staleAfter is when the number of a process says nothing any more, since another one may
// have it.
const staleAfter = 24 * time.Hour

// Tidy removes what killed runs left in a folder.
func Tidy(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		m := leftover().FindStringSubmatch(entry.Name())
		if m == nil || !entry.Type().IsRegular() {
			continue
		}
		path := filepath.Join(dir, entry.Name())
		if abandoned(m[1], entry) && (m[2] == "" || disposable(path, m[2:])) {
			os.Remove(path)
		}
	}
}

// abandoned reports whether the process that made a file is gone.
func abandoned(pid string, entry os.DirEntry) bool {
	n, err := strconv.Atoi(pid)
	info, problem := entry.Info()
	if err != nil || problem != nil || n == os.Getpid() {
		return false
	}
	return !alive(n) || time.Since(info.ModTime()) > staleAfter
}

// disposable reports whether a file has one of two contents.
func disposable(path string, sums []string) bool {
	content, err := Read(path, Programs)
	return err == nil && slices.Contains(sums, sumOf(content))
}
