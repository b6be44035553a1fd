package cache

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/fraccheck/fraccheck/internal/scratch"
)

// A Key names what a value was made of.
type Key [sha256.Size]byte

// A Sum makes a key: of all that was added, in its order. Parts are distinguished by their
// lengths. They are gathered, since most are so short that the hash takes less time than
// its calls.
type Sum struct{ parts []byte }

// sums are used again: checks make several keys for each of thousands of files.
var sums scratch.Pool[Sum]

// NewSum begins the key of one kind of value.
func NewSum(kind string) *Sum {
	s := sums.Get()
	s.parts = s.parts[:0]
	s.Text(kind)
	return s
}

// Text adds a part.
func (s *Sum) Text(part string) {
	s.Number(len(part))
	s.parts = append(s.parts, part...)
}

// Number adds a number.
func (s *Sum) Number(n int) { s.parts = binary.LittleEndian.AppendUint64(s.parts, uint64(n)) }

// Key is the key of what was added. The sum is not used any more.
func (s *Sum) Key() Key {
	key := sha256.Sum256(s.parts)
	sums.Put(s, cap(s.parts))
	return key
}
