package cache

import (
	"crypto/sha256"
	"encoding/binary"
)

// A Key names what a value was made of.
type Key [sha256.Size]byte

// A Sum makes keys: of all that was added, in its order. Parts are told apart by their
// lengths. They are gathered, since most are so short that the hash takes less time than
// its calls.
type Sum struct{ parts []byte }

// usualParts is how many bytes most keys are made of at most.
const usualParts = 512

// NewSum begins the key of one kind of value.
func NewSum(kind string) *Sum {
	s := &Sum{make([]byte, 0, usualParts)}
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

// Key is the key of what was added.
func (s *Sum) Key() Key { return sha256.Sum256(s.parts) }
