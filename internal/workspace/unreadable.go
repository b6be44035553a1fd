package workspace

import (
	"errors"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/disk"
)

// A readError says that a file cannot be read. One such file among others is a
// finding: it does not keep them from being checked.
type readError struct {
	path, name string
	cause      error
}

// IsUnreadable reports whether err is an error that a file cannot be read, which Check reports as a
// finding.
func IsUnreadable(err error) bool {
	unreadable := (*readError)(nil)
	return errors.As(err, &unreadable)
}

func (e *readError) Error() string { return fmt.Sprintf("cannot read %s: %v", e.name, e.cause) }

func (e *readError) Unwrap() error { return e.cause }

// unreadDirectory is why a path cannot be read: of a directory that was found because
// its files cannot be listed (walker.inner), that.
func (s *Snapshot) unreadDirectory(path string, cause error) error {
	info, err := s.files.Stat(path)
	if err == nil && info.IsDir() {
		_, err = s.files.ReadDir(path)
	}
	if err != nil {
		return disk.Cause(err)
	}
	return cause
}

func (e *readError) finding() Finding {
	return Finding{
		Place: Place{Source: NewSource(e.path, e.name, "")}, Item: -1,
		Code: codes.UnreadableFile, Severity: codes.UnreadableFile.DefaultSeverity(),
		Message: fmt.Sprintf("this file cannot be read: %v", e.cause),
	}
}
