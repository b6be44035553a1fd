package wire

import (
	"fmt"
	"hash/maphash"

	"github.com/fraccheck/fraccheck/internal/value"
)

// hashBlock is how many elements are hashed at a time.
const hashBlock = 1 << 13

// Hash is a hash of the type, the shape and the elements of a tensor, however the file encodes
// them. The elements are read for it. Complex numbers and scales of 8 bits are hashed as the
// file has them.
func (t *Tensor) Hash(seed maphash.Seed, ext External) (uint64, error) {
	var h maphash.Hash
	h.SetSeed(seed)
	fmt.Fprint(&h, t.Type, t.Dims)
	switch _, ok := t.Type.ArrayDtype(); {
	case t.Type == String:
		list, err := t.Strings()
		if err != nil {
			return 0, err
		}
		for _, s := range list {
			fmt.Fprintf(&h, "%d:%s", len(s), s)
		}
	case ok:
		a, err := t.Array(ext)
		if err != nil {
			return 0, err
		}
		hashElements(&h, a)
	default:
		if err := t.Check(ext); err != nil {
			return 0, err
		}
		err := t.in.use(func() error {
			h.Write(t.raw)
			return t.eachPart(func(b []byte) error { _, err := h.Write(b); return err })
		})
		if err != nil {
			return 0, err
		}
	}
	return h.Sum64(), nil
}

func hashElements(h *maphash.Hash, a *value.Array) {
	block, data := make([]byte, 0, hashBlock*8), a.Flat()
	for from := 0; from < a.Len(); from += hashBlock {
		h.Write(appendElements(block[:0], value.Cut(data, from, min(from+hashBlock, a.Len()))))
	}
}
