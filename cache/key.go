package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io"
)

// A Key names what a value was made of.
type Key [sha256.Size]byte

// A Sum makes keys: of all that was added, in its order. Parts are told apart by their
// lengths.
type Sum struct{ h hash.Hash }

// NewSum begins the key of one kind of value.
func NewSum(kind string) Sum {
	s := Sum{sha256.New()}
	s.Text(kind)
	return s
}

// Text adds a part.
func (s Sum) Text(part string) {
	s.Number(len(part))
	io.WriteString(s.h, part)
}

// Number adds a number.
func (s Sum) Number(n int) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	s.h.Write(b[:])
}

// Key is the key of what was added.
func (s Sum) Key() (k Key) {
	s.h.Sum(k[:0])
	return k
}
