package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/disk"
)

// A segment is one file, little-endian:
//
//	magic     16 bytes; another format has another one
//	values    of each entry its value, and the first 8 bytes of the SHA-256 of key and value
//	index     of each entry, by key: the key (32 bytes), offset and length of the value (4 each)
//	trailer   the number of entries (8 bytes), the day (8), the first 16 bytes of the SHA-256
//	          of index, number and day
//
// The file's name is that of its content, so that two processes that write the same
// write one file. The day is the one in which the entries were last used, as days since
// 1970; of several, the earliest.
const (
	magic        = "fraccheck cache1"
	extension    = ".results"
	valueSum     = 8
	indexEntry   = len(Key{}) + 8
	indexSum     = 16
	trailer      = 16 + indexSum
	maxSegment   = 1 << 30
	maxValue     = 64 << 20
	maxInSegment = 32 << 20 // of values that are gathered before they are written
	maxHeld      = 2 << 20  // of a segment that is read at once: what 10,000 files take; there are up to maxSegments
)

// errForeign says that a file is no segment, or not a whole one.
var errForeign = errors.New("it is no segment of this version's cache, or a damaged one")

// A segment is open for reading; it may be used from several goroutines.
type segment struct {
	file    *os.File
	held    []byte // its whole content, where that is small: an entry then takes no question to the system
	path    string
	size    int64
	day     int64
	written time.Time // as the file system says
	index   []byte
}

// openSegment opens a file and reads its index.
func openSegment(path string) (*segment, error) {
	file, err := disk.OpenOwn(path)
	if err != nil {
		return nil, err
	}
	s := &segment{file: file, path: path}
	if err := s.readIndex(); err != nil {
		file.Close()
		return nil, err
	}
	return s, nil
}

func (s *segment) readIndex() error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	s.size, s.written = info.Size(), info.ModTime()
	if s.size < int64(len(magic)+trailer) || s.size > maxSegment {
		return errForeign
	}
	if err := s.hold(); err != nil {
		return err
	}
	return s.checkIndex()
}

// checkIndex reads the index of a segment, and holds it against its sum.
func (s *segment) checkIndex() (err error) {
	if s.size < int64(len(magic)+trailer) {
		return errForeign
	}
	head, errHead := s.part(0, len(magic))
	tail, errTail := s.part(s.size-trailer, trailer)
	if err := errors.Join(errHead, errTail); err != nil {
		return err
	}
	count := binary.LittleEndian.Uint64(tail)
	if string(head) != magic || count > uint64(s.size)/uint64(indexEntry) {
		return errForeign
	}
	s.day = int64(binary.LittleEndian.Uint64(tail[8:]))
	length := int(count) * indexEntry
	at := s.size - trailer - int64(length)
	if at < int64(len(magic)) {
		return errForeign
	}
	if s.index, err = s.part(at, length); err != nil {
		return err
	}
	if !bytes.Equal(sumOfIndex(s.index, tail[:16]), tail[16:]) {
		return errForeign
	}
	return nil
}

// hold reads a small segment whole.
func (s *segment) hold() (err error) {
	if s.size <= maxHeld {
		s.held, err = s.part(0, int(s.size))
	}
	return err
}

// part is a part of the content, which must not be changed.
func (s *segment) part(at int64, length int) ([]byte, error) {
	if s.held != nil {
		return s.held[at:][:length:length], nil
	}
	b := make([]byte, length)
	if n, err := s.file.ReadAt(b, at); n < length {
		return nil, fmt.Errorf("reading %s: %w", filepath.Base(s.path), err)
	}
	return b, nil
}

func sumOfIndex(index, counts []byte) []byte {
	h := sha256.New()
	h.Write(index)
	h.Write(counts)
	return h.Sum(nil)[:indexSum]
}

func sumOfValue(k Key, value []byte) []byte {
	h := sha256.New()
	h.Write(k[:])
	h.Write(value)
	return h.Sum(nil)[:valueSum]
}

func (s *segment) entries() int { return len(s.index) / indexEntry }

// key is the key of the i-th entry.
func (s *segment) key(i int) Key { return Key(s.index[i*indexEntry:][:len(Key{})]) }

// offset is where the value of the i-th entry begins.
func (s *segment) offset(i int) int {
	return int(binary.LittleEndian.Uint32(s.index[i*indexEntry+len(Key{}):]))
}

// value is the value of the i-th entry, unless it is damaged.
func (s *segment) value(i int) ([]byte, bool) {
	at, length := s.offset(i), binary.LittleEndian.Uint32(s.index[i*indexEntry+len(Key{})+4:])
	if length > maxValue || int64(at)+int64(length)+valueSum > s.size {
		return nil, false
	}
	b, err := s.part(int64(at), int(length)+valueSum)
	if err != nil {
		return nil, false
	}
	value := b[:length:length]
	return value, bytes.Equal(sumOfValue(s.key(i), value), b[length:])
}

// find is the number of the entry of a key.
func (s *segment) find(k Key) (int, bool) {
	return sort.Find(s.entries(), func(i int) int { return bytes.Compare(k[:], s.index[i*indexEntry:][:len(k)]) })
}

// writeSegment puts entries into a new segment of a directory, and gives its path.
func writeSegment(dir string, values map[Key][]byte, day int64) (string, error) {
	content := encodeSegment(values, day)
	sum := sha256.Sum256(content)
	path := filepath.Join(dir, hex.EncodeToString(sum[:12])+extension)
	return path, disk.WriteOwn(path, content)
}

func encodeSegment(values map[Key][]byte, day int64) []byte {
	keys := make([]Key, 0, len(values))
	for k := range values {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b Key) int { return bytes.Compare(a[:], b[:]) })
	content, index := []byte(magic), make([]byte, 0, len(keys)*indexEntry)
	for _, k := range keys {
		index = append(index, k[:]...)
		index = binary.LittleEndian.AppendUint32(index, uint32(len(content)))
		index = binary.LittleEndian.AppendUint32(index, uint32(len(values[k])))
		content = append(append(content, values[k]...), sumOfValue(k, values[k])...)
	}
	counts := binary.LittleEndian.AppendUint64(nil, uint64(len(keys)))
	counts = binary.LittleEndian.AppendUint64(counts, uint64(day))
	content = append(append(content, index...), counts...)
	return append(content, sumOfIndex(index, counts)...)
}

// segmentsOf are the paths of the segments in a directory.
func segmentsOf(dir string) ([]string, error) {
	names, err := readNames(dir)
	var paths []string
	for _, name := range names {
		if strings.HasSuffix(name, extension) {
			paths = append(paths, filepath.Join(dir, name))
		}
	}
	return paths, err
}

// readNames are the names in a directory, sorted; none where it is not there.
func readNames(dir string) ([]string, error) {
	d, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, e := range d {
		names = append(names, e.Name())
	}
	return names, err
}
