package cache

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// Options say where a store is and how large it may become.
type Options struct {
	Dir    string
	Budget int64            // in bytes; 0: DefaultBudget
	Now    func() time.Time // nil: the clock
	Shared *Shared          // a cache on a server; nil for none
}

// DefaultBudget is how many bytes a directory may hold unless it is said.
const DefaultBudget = 512 << 20

// A Store is a directory of results that is open. It may be used from several
// goroutines.
type Store struct {
	dir    string
	budget int64
	today  int64

	segments []*segment // the newest first
	shared   *pack      // nil for none

	mu    sync.Mutex
	fresh map[Key][]byte // not yet written
	size  int            // of fresh
	fault error          // why results could not be written
	added int
}

// freshDays is how many days entries stay where they are although they are used.
const freshDays = 2

// Open opens a directory, which need not be there yet. What is in it and no whole
// segment is left alone.
func Open(o Options) (*Store, error) {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot make the cache: %w", err)
	}
	s := &Store{dir: o.Dir, budget: o.Budget, today: dayOf(o.Now), fresh: map[Key][]byte{}}
	if o.Shared != nil {
		s.shared = ask(*o.Shared)
	}
	if s.budget <= 0 {
		s.budget = DefaultBudget
	}
	segments, err := openAll(o.Dir)
	if err == nil && s.overfull(segments) { // who wrote last did not close it, as a server that ends
		closeAll(segments)
		if err = s.tidy(); err == nil {
			segments, err = openAll(o.Dir)
		}
	}
	s.segments = segments
	return s, err
}

func closeAll(segments []*segment) {
	for _, segment := range segments {
		segment.file.Close()
	}
}

// dayOf is the number of a day since 1970.
func dayOf(now func() time.Time) int64 {
	if now == nil {
		now = time.Now
	}
	return now().Unix() / (24 * 60 * 60)
}

// Get is the value of a key, if it is there and whole.
func (s *Store) Get(k Key) ([]byte, bool) {
	value, ok := s.kept(k)
	if s.shared == nil {
		return value, ok
	}
	if !ok {
		if value, ok = s.shared.get(k); ok {
			s.Put(k, value)
		}
	}
	if ok {
		s.shared.use(k, value)
	}
	return value, ok
}

// kept is the value of a key on this machine.
func (s *Store) kept(k Key) ([]byte, bool) {
	s.mu.Lock()
	value, ok := s.fresh[k]
	s.mu.Unlock()
	if ok {
		return value, true
	}
	for _, segment := range s.segments {
		i, ok := segment.find(k)
		if !ok {
			continue
		}
		if value, ok := segment.value(i); ok {
			if s.today-segment.day > freshDays {
				s.Put(k, value) // it is used
			}
			return value, true
		}
	}
	return nil, false
}

// Put keeps a value, which is not changed afterwards. It is on disk when Close has
// come to its end.
func (s *Store) Put(k Key, value []byte) {
	if len(value) > maxValue {
		return
	}
	if s.shared != nil {
		s.shared.use(k, value)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, again := s.fresh[k]; !again {
		s.size += len(value) + indexEntry + valueSum
		s.added++
	}
	s.fresh[k] = value
	if s.size >= maxInSegment {
		s.write()
	}
}

// Added is how many values were put.
func (s *Store) Added() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.added
}

// write puts what is fresh into a segment. Where it cannot be written, the first fault
// is kept, and nothing more is tried.
func (s *Store) write() {
	values := s.fresh
	s.fresh, s.size = map[Key][]byte{}, 0
	if len(values) == 0 || s.fault != nil {
		return
	}
	_, s.fault = writeSegment(s.dir, values, s.today)
}

// Flush writes what was put until now.
func (s *Store) Flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.write()
	return s.fault
}

// Close writes what was put, and removes the oldest results where they are too many.
func (s *Store) Close() error {
	err := s.Flush()
	if s.shared != nil {
		s.shared.close()
	}
	closeAll(s.segments)
	if s.Added() > 0 {
		err = errors.Join(err, s.tidy())
	}
	return err
}
