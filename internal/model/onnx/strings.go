package onnx

import (
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

const noStrings = "the language has no tensors of strings"

var stringEntries = map[string]entry{
	"StringNormalizer": {reason: noStrings},
	"StringConcat":     {reason: noStrings},
	"StringSplit":      {reason: noStrings},
	"RegexFullMatch":   {reason: noStrings},
	"ImageDecoder":     {reason: "its input is a file of JPEG, PNG or another format, which is not decoded"},
	"TfIdfVectorizer":  {how: "`take`, `equal`, `all`, `sum`, `scatter_nd`", translate: tfIdfVectorizer},
}

// grams are the n-grams of one length that TfIdfVectorizer counts: their words, and where they
// stand among all.
type grams struct {
	words  []int64
	places []int64
}

// tfIdfVectorizer counts n-grams of integers. A row of the data is cut into windows
// of n words, which may lie up to `max_skip_count` others apart; a window counts for the n-gram
// that it equals.
func tfIdfVectorizer(n *node) []*model.Value {
	x := n.in[0]
	if n.has("pool_strings") {
		return n.refuse(nil, noStrings)
	}
	lengths, ok := n.gramsByLength()
	if !ok {
		return nil
	}
	batched := x.Rank() == 2
	if !batched {
		x = n.Call("expand_dims", args(x), attr("axis", 0))
	}
	if !x.Known() || x.Rank() != 2 {
		return n.at(0, codes.ShapeMismatch, "TfIdfVectorizer takes (words) or (batch, words), and input 0 has %s", axesText(n.in[0].Rank()))
	}
	words, known := x.Shape()[1].Const()
	if !known {
		return n.refuse(nil, "the number of words in a row is not known")
	}
	if min(words, n.int("max_skip_count")) > mostSkipped {
		return n.refuse(nil, "windows of words that are more than %d others apart are not counted", mostSkipped)
	}
	var counts []*model.Value
	var places []int64
	for _, length := range slices.Sorted(maps.Keys(lengths)) {
		if length < n.int("min_gram_length") || length > n.int("max_gram_length") {
			continue
		}
		g := lengths[length]
		var sum *model.Value
		for skip := int64(0); skip <= n.int("max_skip_count") && (length > 1 || skip == 0); skip++ {
			c := n.counts(x, g, length, skip+1, words)
			if c == nil || !c.Known() {
				break // windows further apart do not fit into a row either
			}
			if sum == nil {
				sum = c
			} else {
				sum = n.add(sum, c)
			}
		}
		if sum != nil {
			counts, places = append(counts, sum), append(places, g.places...)
		}
	}
	return one(n.gathered(x, counts, places, batched))
}

// gramsByLength reads the pool: `ngram_counts` says where the n-grams of each length begin.
func (n *node) gramsByLength() (map[int64]*grams, bool) {
	pool, begins := n.ints("pool_int64s"), n.ints("ngram_counts")
	indexes := n.ints("ngram_indexes")
	all := map[int64]*grams{}
	gram := int64(0)
	for i, begin := range begins {
		end := int64(len(pool))
		if i+1 < len(begins) {
			end = begins[i+1]
		}
		length := int64(i + 1)
		if begin < 0 || end < begin || end > int64(len(pool)) || (end-begin)%length != 0 {
			n.Failf(codes.AttributeValue, "`ngram_counts` of TfIdfVectorizer is %v, which does not cut a pool of %d words into n-grams", begins, len(pool))
			return nil, false
		}
		count := (end - begin) / length
		if gram+count > int64(len(indexes)) {
			n.Failf(codes.AttributeValue, "`ngram_indexes` of TfIdfVectorizer has %d entries, fewer than n-grams", len(indexes))
			return nil, false
		}
		if count > 0 {
			all[length] = &grams{words: pool[begin:end], places: axesFrom(int(gram), int(gram+count))}
		}
		gram += count
	}
	return all, true
}

// counts is how often each n-gram of a length occurs in each row, with its words a distance
// apart; nil where a row is too short.
func (n *node) counts(x *model.Value, g *grams, length, distance, words int64) *model.Value {
	if length > 1 && distance > (words-1)/(length-1) {
		return nil
	}
	windows := words - (length-1)*distance
	if windows < 1 {
		return nil
	}
	count := int64(len(g.words)) / length
	var same *model.Value
	for j := range length { // word j of the windows, (batch, windows, 1), and of the n-grams, (count)
		if same != nil && !same.Known() {
			return same
		}
		first := j * distance
		word := n.Call("expand_dims", args(n.slice(x, []int64{first}, []int64{first + windows}, []int64{1}, []int64{1})), attr("axis", 2))
		var list []int64
		for k := range count {
			list = append(list, g.words[k*length+j])
		}
		eq := n.Call("equal", args(n.cast(word, types.Int64), n.Ints(list...)))
		if same == nil {
			same = eq
		} else {
			same = n.Call("logical_and", args(same, eq))
		}
	}
	return n.Call("sum", args(n.cast(same, types.Float32)), attr("axis", []int64{1}))
}

// mostPlaces bounds the elements of a row of the result, mostSkipped the windows of a length
// that differ in how far apart their words are.
const (
	mostPlaces  = 1 << 30
	mostSkipped = 1 << 10
)

// gathered weighs the counts and puts each at the place of the result that its n-gram has.
func (n *node) gathered(x *model.Value, counts []*model.Value, places []int64, batched bool) *model.Value {
	indexes, f := n.ints("ngram_indexes"), types.Float32
	size := int64(0)
	for _, k := range indexes {
		if k < 0 || k >= mostPlaces {
			n.Failf(codes.AttributeValue, "`ngram_indexes` of TfIdfVectorizer holds %d; it must be from 0 to %d", k, mostPlaces-1)
			return n.Unknown()
		}
		size = max(size, k+1)
	}
	batch := x.Shape()[0]
	if batch.Loose() {
		n.refuse(nil, "the number of rows is not known")
		return n.Unknown()
	}
	y := n.Call("full", args(n.number(0, f)), attr("shape", []types.Dim{types.Const(size), batch}), attr("dtype", f))
	if len(counts) > 0 {
		all := counts[0]
		if len(counts) > 1 {
			all = n.Call("concatenate", args(n.Pack(counts...)), attr("axis", 1))
		}
		var at []int64
		var weights []float32
		for _, k := range places {
			at = append(at, indexes[k])
			w := 1.0
			if list := n.floats("weights"); int(k) < len(list) {
				w = list[k]
			}
			weights = append(weights, float32(w))
		}
		factor := n.Array(value.Of(weights, len(weights)))
		switch mode := n.str("mode"); mode {
		case "TF":
		case "IDF":
			all = n.where(n.Call("greater", args(all, n.number(0, f))), factor, n.number(0, f))
		case "TFIDF":
			all = n.multiply(all, factor)
		default:
			n.Failf(codes.AttributeValue, "`mode` of TfIdfVectorizer is %q; it must be TF, IDF or TFIDF", mode)
			return n.Unknown()
		}
		index := n.Call("reshape", args(n.Ints(at...)), attr("newshape", []int64{1, int64(len(at))}))
		y = n.Call("scatter_nd", args(y, index, n.Call("transpose", args(all), attr("axes", []int64{1, 0}))), attr("mode", "add"))
	}
	if !batched {
		return n.Call("squeeze", args(y), attr("axis", []int64{1}))
	}
	return n.Call("transpose", args(y), attr("axes", []int64{1, 0}))
}
