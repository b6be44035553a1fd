package cache

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// open opens a directory on a day.
func open(t *testing.T, dir string, day int64, budget int64) *Store {
	t.Helper()
	s, err := Open(Options{Dir: dir, Budget: budget, Now: func() time.Time { return time.Unix(day*86400, 0) }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func keyOf(i int) Key {
	s := NewSum("test")
	s.Number(i)
	return s.Key()
}

// valueOf is the value of a key; all that is read must be it.
func valueOf(i int) []byte { return bytes.Repeat(fmt.Appendf(nil, "value %d ", i), i%7) }

// fill puts values of the numbers from first up to end.
func fill(t *testing.T, s *Store, first, end int) {
	t.Helper()
	for i := first; i < end; i++ {
		s.Put(keyOf(i), valueOf(i))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// count returns how many of some numbers are there; what is there must be right.
func count(t *testing.T, s *Store, first, end int) (n int) {
	t.Helper()
	for i := first; i < end; i++ {
		if value, ok := s.Get(keyOf(i)); ok {
			n++
			if !bytes.Equal(value, valueOf(i)) {
				t.Fatalf("value %d is %q", i, value)
			}
		}
	}
	return n
}

func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	fill(t, open(t, dir, 100, 0), 0, 100)
	fill(t, open(t, dir, 101, 0), 100, 150)
	s := open(t, dir, 101, 0)
	if n := count(t, s, 0, 200); n != 150 {
		t.Errorf("%d of 150 are there", n)
	}
	if s.Added() != 0 {
		t.Errorf("%d were added", s.Added())
	}
	status, err := Verify(dir)
	if err != nil || status.Entries != 150 || status.Segments != 2 || status.Damaged != nil || status.Oldest != 100 {
		t.Errorf("status %+v, %v", status, err)
	}
}

// TestDamage changes, cuts and lengthens segments anywhere: what is read then is right
// or not there, and the next run puts it back.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	fill(t, open(t, dir, 100, 0), 0, 20)
	paths, _ := segmentsOf(dir)
	whole, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(whole); at += 5 {
		for name, torn := range map[string][]byte{
			"changed": append(append(bytes.Clone(whole[:at]), whole[at]^0x20), whole[at+1:]...),
			"cut":     whole[:at],
			"doubled": append(bytes.Clone(whole), whole[:at]...),
		} {
			if err := os.WriteFile(paths[0], torn, 0o600); err != nil {
				t.Fatal(err)
			}
			s := open(t, dir, 100, 0)
			if n := count(t, s, 0, 20); n == 20 && at >= len(magic) {
				t.Fatalf("%s at %d: nothing is missed", name, at)
			}
		}
	}
	fill(t, open(t, dir, 100, 0), 0, 20)
	if n := count(t, open(t, dir, 100, 0), 0, 20); n != 20 {
		t.Errorf("%d of 20 are there again", n)
	}
	if status, _ := Verify(dir); status.Damaged != nil {
		t.Errorf("damaged segments stay: %+v", status)
	}
}

// TestLarge reads from a segment that is not held, whole and with a changed byte in one
// of its values.
func TestLarge(t *testing.T) {
	const n = 40000
	dir := t.TempDir()
	fill(t, open(t, dir, 100, 0), 0, n)
	paths, _ := segmentsOf(dir)
	whole, err := os.ReadFile(paths[0])
	if err != nil || len(whole) <= maxHeld {
		t.Fatalf("%d bytes, %v", len(whole), err)
	}
	if n := count(t, open(t, dir, 100, 0), 0, n+10); n != 40000 {
		t.Errorf("%d are there", n)
	}
	whole[len(magic)+1000] ^= 1
	if err := os.WriteFile(paths[0], whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if n := count(t, open(t, dir, 100, 0), 0, n); n != 39999 {
		t.Errorf("%d are there after one byte was changed", n)
	}
}

// TestBudget: what is not used goes first.
func TestBudget(t *testing.T) {
	dir := t.TempDir()
	const part, budget = 500, 100_000
	for day := range int64(10) {
		s := open(t, dir, 100+3*day, budget)
		count(t, s, 0, part) // the first part is used every time
		fill(t, s, int(day)*part, int(day+1)*part)
	}
	status, err := Verify(dir)
	if err != nil || status.Bytes > budget {
		t.Errorf("the directory has %d bytes of %d, %v", status.Bytes, budget, err)
	}
	s := open(t, dir, 130, budget)
	if n := count(t, s, 0, part); n != part {
		t.Errorf("%d of %d that are used are there", n, part)
	}
	if n := count(t, s, part, 2*part); n != 0 {
		t.Errorf("%d that were not used for weeks are there", n)
	}
}

// TestJoin: many runs that add little leave few segments, and nothing is lost.
func TestJoin(t *testing.T) {
	dir := t.TempDir()
	for i := range 100 {
		fill(t, open(t, dir, 100, 0), i, i+1)
	}
	if status, _ := Verify(dir); status.Segments > maxSegments+1 {
		t.Errorf("there are %d segments", status.Segments)
	}
	if n := count(t, open(t, dir, 100, 0), 0, 100); n != 100 {
		t.Errorf("%d of 100 are there", n)
	}
}

// TestFlushed: what is flushed and never closed, as servers end, does not pile up.
func TestFlushed(t *testing.T) {
	dir := t.TempDir()
	for i := range 100 {
		s := open(t, dir, 100, 0)
		s.Put(keyOf(i), valueOf(i))
		if err := s.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, dir, 100, 0)
	if n := count(t, s, 0, 100); n != 100 || len(s.segments) > maxSegments+1 {
		t.Errorf("%d of 100 are there, in %d segments", n, len(s.segments))
	}
}

// TestTogether: several stores of one directory, all adding and reading, lose nothing.
func TestTogether(t *testing.T) {
	dir := t.TempDir()
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			for j := range 20 {
				s, err := Open(Options{Dir: dir})
				if err != nil {
					t.Error(err)
					return
				}
				for k := range 5 {
					n := i*100 + j*5 + k
					s.Put(keyOf(n), valueOf(n))
					if value, ok := s.Get(keyOf(rand.IntN(800))); ok && len(value) == 1 {
						t.Error("a value is wrong")
					}
				}
				if err := s.Close(); err != nil && !errors.Is(err, os.ErrNotExist) {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	s, err := Open(Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if n := count(t, s, 0, 800); n != 800 {
		t.Errorf("%d of 800 are there", n)
	}
}

func TestClean(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, ".profile")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	fill(t, open(t, dir, 100, 0), 0, 10)
	if status, err := Clean(dir); err != nil || status.Entries != 10 {
		t.Errorf("%+v, %v", status, err)
	}
	if status, err := Look(dir); err != nil || status.Segments != 0 {
		t.Errorf("%+v, %v", status, err)
	}
	if _, err := os.Stat(other); err != nil {
		t.Error("a file of somebody else is gone")
	}
}
