package cache

import (
	"errors"
	"os"
)

// A Status is what a directory holds.
type Status struct {
	Segments int
	Entries  int   // whatever their state
	Bytes    int64 // of all segments
	Damaged  []string
	Lost     int   // entries that are damaged, of segments that are not; by Verify alone
	Oldest   int64 // the day of the oldest segment, since 1970
}

// Look counts what a directory holds.
func Look(dir string) (Status, error) { return look(dir, func(*segment) int { return 0 }) }

// Verify is Look that reads every entry. Segments with damaged entries are named among
// those that are damaged.
func Verify(dir string) (Status, error) {
	return look(dir, func(s *segment) (lost int) {
		for i := range s.entries() {
			if _, ok := s.value(i); !ok {
				lost++
			}
		}
		return lost
	})
}

func look(dir string, damaged func(*segment) int) (Status, error) {
	paths, err := segmentsOf(dir)
	if err != nil {
		return Status{}, err
	}
	status := Status{Segments: len(paths)}
	for _, path := range paths {
		s, err := openSegment(path)
		if err != nil {
			status.Damaged = append(status.Damaged, path)
			continue
		}
		status.add(s, damaged(s))
		s.file.Close()
	}
	return status, nil
}

func (status *Status) add(s *segment, lost int) {
	if status.Entries == 0 || s.day < status.Oldest {
		status.Oldest = s.day
	}
	status.Entries += s.entries()
	status.Bytes += s.size
	if status.Lost += lost; lost > 0 {
		status.Damaged = append(status.Damaged, s.path)
	}
}

// Remove removes segments, such as those that are damaged.
func Remove(paths []string) error {
	var errs []error
	for _, path := range paths {
		errs = append(errs, os.Remove(path))
	}
	return errors.Join(errs...)
}

// Clean removes all segments of a directory; whatever else is there stays.
func Clean(dir string) (Status, error) {
	status, err := Look(dir)
	if err != nil {
		return status, err
	}
	paths, err := segmentsOf(dir)
	return status, errors.Join(err, Remove(paths))
}
