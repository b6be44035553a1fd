package cache

import (
	"cmp"
	"errors"
	"os"
	"slices"
)

// maxSegments is how many segments a directory has before they are joined.
const maxSegments = 24

// openAll opens the segments of a directory, the newest first.
func openAll(dir string) ([]*segment, error) {
	paths, err := segmentsOf(dir)
	var found []*segment
	for _, path := range paths {
		if s, err := openSegment(path); err == nil {
			found = append(found, s)
		}
	}
	slices.SortStableFunc(found, func(a, b *segment) int {
		return cmp.Or(cmp.Compare(b.day, a.day), b.written.Compare(a.written))
	})
	return found, err
}

// tidy joins segments where there are many, and removes the oldest where they are
// larger than the budget. Others may do the same meanwhile: what is joined is removed
// after the joint segment is there.
func (s *Store) tidy() error {
	segments, err := openAll(s.dir)
	if err != nil {
		return err
	}
	defer closeAll(segments)
	kept := s.keepWithin(segments)
	if len(kept) > maxSegments {
		err = s.join(kept)
	}
	removeDamaged(s.dir)
	return err
}

// overfull reports whether there is something to tidy.
func (s *Store) overfull(segments []*segment) bool {
	size := int64(0)
	for _, segment := range segments {
		size += segment.size
	}
	return len(segments) > maxSegments || size > s.budget && len(segments) > 1
}

// keepWithin removes the oldest segments that the budget has no room for. The newest
// stays in any case.
func (s *Store) keepWithin(segments []*segment) (kept []*segment) {
	total := int64(0)
	for i, segment := range segments {
		if total += segment.size; total > s.budget && i > 0 {
			segment.remove()
		} else {
			kept = append(kept, segment)
		}
	}
	return kept
}

func (s *segment) remove() {
	s.file.Close() // some systems remove no open files
	os.Remove(s.path)
}

// join makes fewer segments of small ones: of neighbours in age, as long as they fit
// into one.
func (s *Store) join(segments []*segment) error {
	for len(segments) > 0 {
		n, size := 0, int64(0)
		for n < len(segments) && (n == 0 || size+segments[n].size <= maxInSegment) {
			size += segments[n].size
			n++
		}
		if err := s.joinThese(segments[:n]); err != nil {
			return err
		}
		segments = segments[n:]
	}
	return nil
}

// joinThese makes one segment of several.
func (s *Store) joinThese(segments []*segment) error {
	if len(segments) < 2 {
		return nil
	}
	values, day := map[Key][]byte{}, segments[0].day
	for _, segment := range segments {
		day = min(day, segment.day)
		for i := range segment.entries() {
			k := segment.key(i)
			if _, newer := values[k]; newer {
				continue
			}
			if value, ok := segment.value(i); ok {
				values[k] = value
			}
		}
	}
	joint, err := writeSegment(s.dir, values, day)
	if err != nil {
		return err
	}
	for _, segment := range segments {
		if segment.path != joint {
			segment.remove()
		}
	}
	return nil
}

// removeDamaged removes segments that are not whole: they are written elsewhere and put
// into their place, so that none of them is one that somebody still writes.
func removeDamaged(dir string) {
	paths, _ := segmentsOf(dir)
	for _, path := range paths {
		s, err := openSegment(path)
		if err == nil {
			s.file.Close()
		} else if errors.Is(err, errForeign) {
			os.Remove(path)
		}
	}
}
