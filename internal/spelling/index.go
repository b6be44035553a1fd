package spelling

import (
	"math/bits"
	"slices"
	"strings"
)

// An Index is a set of names that is asked often. It never changes, so that
// several goroutines may ask it at once.
//
// Names stand by length and sorted, so that those with a common prefix are
// neighbours: the rows of the distance table are computed once for the prefix,
// and where these show that it is too far away, all names that begin so are
// passed over. That is the search of a trie by Shang and Merrettal (1996) on a
// sorted list. The limit begins at 0 and grows until something is found, since
// the work grows steeply with the limit and only the nearest names are wanted.
// Of very many names that all nearly fit, some may be left out: see maxRows.
type Index struct {
	lengths [maxWord + 1]bucket
}

// A bucket holds the names of one length.
type bucket struct {
	words      []word
	any, every uint64 // the letters that some of the words have, and that all have
	blocks     []block
}

// blockSize is how many words are passed over at once where none of them has the
// letters that it takes.
const blockSize = 64

// A block is what bucket says of its words, of blockSize neighbours.
type block struct{ any, every uint64 }

// A word is a name, the same in lower case, and the letters of that.
type word struct {
	name, folded string
	letters      uint64
}

// NewIndex makes an index of names in any order, which may repeat.
func NewIndex(names []string) *Index {
	x := &Index{}
	for _, name := range names {
		folded := strings.ToLower(name)
		if n := len(folded); n <= maxWord {
			x.lengths[n].words = append(x.lengths[n].words, word{folded: folded, name: name, letters: letters(folded)})
		}
	}
	for i := range x.lengths {
		x.lengths[i].finish()
	}
	return x
}

func (b *bucket) finish() {
	slices.SortFunc(b.words, func(v, w word) int {
		return strings.Compare(v.folded, w.folded)
	})
	b.every = ^uint64(0)
	for words := range slices.Chunk(b.words, blockSize) {
		part := block{every: ^uint64(0)}
		for i := range words {
			part.any, part.every = part.any|words[i].letters, part.every&words[i].letters
		}
		b.blocks = append(b.blocks, part)
		b.any, b.every = b.any|part.any, b.every&part.every
	}
}

// common is the length of the longest common prefix.
func common(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// letters is the set of a word's letters, as bits; some signs share one.
func letters(word string) (set uint64) {
	for i := range len(word) {
		switch c := word[i]; {
		case 'a' <= c && c <= 'z':
			set |= 1 << (c - 'a')
		case '0' <= c && c <= '9':
			set |= 1 << (c - '0' + 26)
		default:
			set |= 1 << (c%28 + 36)
		}
	}
	return set
}

// Near gives the names that are closest to what was written, among those of the
// index and some more; see the function Near.
func (x *Index) Near(written string, more ...string) []string {
	q := query{written: written, folded: strings.ToLower(written)}
	if len(q.folded) > maxWord {
		return nil
	}
	q.letters = letters(q.folded)
	for limit := range Tolerance(written) + 1 {
		q.limit = limit
		for n := max(0, len(q.folded)-limit); n <= min(maxWord, len(q.folded)+limit); n++ {
			q.search(&x.lengths[n])
		}
		for _, name := range more {
			if name != written && distance(strings.ToLower(name), q.folded, limit) <= limit {
				q.hits = append(q.hits, name)
			}
		}
		if len(q.hits) > 0 {
			return proposed(q.hits)
		}
	}
	return nil
}

// maxRows bounds the work for one name: rows of the table, each of them a letter
// of some prefix that is compared. It is more than all letters of a thousand
// names; what is found by then is proposed.
const maxRows = 1 << 14

// cheap is how many words are left out by their letters in the time of a row.
const cheap = 32

// A query is one search of an index.
type query struct {
	written, folded string
	letters         uint64
	limit           int
	rows            [maxWord + 1]row // by length of the prefix
	least           [maxWord + 1]int // lower bounds, see row.next
	filled          int              // rows, see maxRows
	passed          int              // words that were left out by their letters
	hits            []string
}

// search looks for names of one length.
func (q *query) search(b *bucket) {
	if len(b.words) == 0 || !q.mayFit(b.any, b.every) {
		return
	}
	q.rows[0].begin(len(q.folded))
	q.least[0] = apart(len(b.words[0].folded), len(q.folded))
	prefix := "" // whose rows are filled
	for words := b.words; len(words) > 0 && q.filled+q.passed/cheap < maxRows; {
		w := &words[0]
		if at := len(b.words) - len(words); at%blockSize == 0 && !q.mayFit(b.blocks[at/blockSize].any, b.blocks[at/blockSize].every) {
			words = words[min(blockSize, len(words)):]
			q.passed++
			continue
		}
		if !q.mayFit(w.letters, w.letters) {
			words = words[1:]
			q.passed++
			continue
		}
		prefix = w.folded[:q.extend(w.folded, common(prefix, w.folded))]
		if q.tooFar(len(prefix)) {
			words = words[count(words, prefix):]
			continue
		}
		if int(q.rows[len(w.folded)][len(q.folded)]) <= q.limit && w.name != q.written {
			q.hits = append(q.hits, w.name)
		}
		words = words[1:]
	}
}

// mayFit reports whether words can be within the limit of which some have the first
// letters and all have the second ones: each mistake brings in one letter at most
// and takes one away.
func (q *query) mayFit(any, every uint64) bool {
	return bits.OnesCount64(q.letters&^any) <= q.limit && bits.OnesCount64(every&^q.letters) <= q.limit
}

// extend fills the rows of a word's prefixes, of which the first ones are
// filled, up to the whole word or one that is too far away; it gives its length.
func (q *query) extend(word string, filled int) int {
	for i := filled; i < len(word); {
		q.filled++
		if i++; i == 1 {
			q.least[i] = q.rows[i].next(&q.rows[0], &q.rows[0], word, q.folded, i)
		} else {
			q.least[i] = q.rows[i].next(&q.rows[i-1], &q.rows[i-2], word, q.folded, i)
		}
		if q.tooFar(i) {
			return i
		}
	}
	return len(word)
}

// tooFar reports whether no word that begins with a prefix is within the limit:
// neither through its row nor by an exchange around it.
func (q *query) tooFar(length int) bool {
	return q.least[length] > q.limit && (length == 0 || q.least[length-1]+1 > q.limit)
}

// count is how many words, from the first on, begin with a prefix.
func count(words []word, prefix string) int {
	n, _ := slices.BinarySearchFunc(words, prefix, func(w word, prefix string) int {
		if strings.HasPrefix(w.folded, prefix) {
			return -1
		}
		return 1
	})
	return n
}
