package attack

import (
	"bufio"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// operatorGroups is among how many kinds the operators are dealt out.
const operatorGroups = 12

// operatorKinds are programs of one call each, of every operator for which a call is
// recorded in op/testdata: the recorded call with other sizes, dtypes and attributes.
// A size is how many calls an operator gets.
func operatorKinds() []Kind {
	commands := [][]string{{"test", "--timeout", "300ms", "--max-memory", "256MiB", "."}}
	var kinds []Kind
	for group := range operatorGroups {
		kinds = append(kinds, Kind{
			Name: fmt.Sprintf("operators/group %d", group), Make: callingOperators(group), Size: 16, Small: 1,
			Commands: commands, Limit: Limit{Time: 25 * time.Second, Memory: 1 << 30},
		})
	}
	return kinds
}

// A recordedCall is a line of the recorded calls.
type recordedCall struct {
	Op    string
	Args  []json.RawMessage
	Attrs map[string]json.RawMessage
}

// recordedCalls are the lines of the recorded calls of a group of operators, by name.
func recordedCalls(group int) (map[string][]recordedCall, error) {
	files, err := filepath.Glob("../op/*/testdata/reference.jsonl")
	if err != nil {
		return nil, err
	}
	calls := map[string][]recordedCall{}
	for _, path := range append(files, "../op/testdata/numpy.jsonl") {
		if err := readCalls(path, group, calls); err != nil {
			return nil, err
		}
	}
	return calls, nil
}

func readCalls(path string, group int, calls map[string][]recordedCall) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Buffer(nil, 16<<20); lines.Scan(); {
		var c recordedCall
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if groupOf(c.Op) == group {
			calls[c.Op] = append(calls[c.Op], c)
		}
	}
	return lines.Err()
}

func groupOf(operator string) int {
	h := fnv.New32()
	h.Write([]byte(operator))
	return int(h.Sum32() % operatorGroups)
}

// callingOperators writes a file for each call. What is expected does not hold; the
// checker says so, or what the call fails on.
func callingOperators(group int) func(Folder, int) error {
	return func(in Folder, n int) error {
		calls, err := recordedCalls(group)
		if err != nil {
			return err
		}
		h := hostility{rand.New(rand.NewPCG(uint64(group), 15))}
		var names []string
		for name := range calls {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			for i := range n {
				call := calls[name][h.IntN(len(calls[name]))]
				if err := in.Write(fmt.Sprintf("%s_%d.frac", strings.ReplaceAll(name, ".", "_"), i), h.call(call)+"  # => 0\n"); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// A hostility makes calls of recorded ones.
type hostility struct{ *rand.Rand }

func (h hostility) call(c recordedCall) string {
	var parts []string
	for _, arg := range c.Args {
		parts = append(parts, h.operand(arg))
	}
	var names []string
	for name := range c.Attrs {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		var v any
		if json.Unmarshal(c.Attrs[name], &v) == nil && h.IntN(20) > 0 {
			parts = append(parts, name+"="+h.attribute(v))
		}
	}
	call := c.Op + "(" + strings.Join(parts, ", ") + ")"
	if h.IntN(5) == 0 {
		return "map(fn(%i) { " + call + " }, arange(8))"
	}
	return call
}

// operand is an argument of the dtype that was recorded, and of about that shape.
func (h hostility) operand(recorded json.RawMessage) string {
	var all []json.RawMessage
	if json.Unmarshal(recorded, &all) == nil {
		text := "("
		for _, one := range all {
			text += h.operand(one) + ", "
		}
		return text + ")"
	}
	var a struct {
		Dtype string
		Shape []int
		Tuple []json.RawMessage
	}
	if json.Unmarshal(recorded, &a); a.Tuple != nil {
		list, _ := json.Marshal(a.Tuple) // was read from JSON
		return h.operand(list)
	}
	element := fmt.Sprintf("cast(%s, dtype=%q)", h.pick("0", "1", "1", "2", "100"), a.Dtype)
	switch shape := h.shape(a.Shape); h.IntN(4) {
	case 0:
		return fmt.Sprintf("zeros(shape=%s, dtype=%q)", shape, a.Dtype)
	default:
		return fmt.Sprintf("broadcast_to(%s, shape=%s)", element, shape)
	}
}

func (h hostility) pick(of ...string) string { return of[h.IntN(len(of))] }

// shape has extents of which one may be vast, none, or one more.
func (h hostility) shape(shape []int) string {
	var extents []string
	for _, n := range shape {
		extents = append(extents, strconv.Itoa(n))
	}
	if len(extents) > 0 && h.IntN(2) == 0 {
		extents[h.IntN(len(extents))] = h.pick("0", "1", "1000", "100000", "10000000", "2147483648", "1099511627776", "4611686018427387904")
	}
	if h.IntN(10) == 0 {
		extents = slices.Insert(extents, h.IntN(len(extents)+1), h.pick("0", "1", "2", "1000000"))
	}
	return "[" + strings.Join(extents, ", ") + "]"
}

// attribute is a value of the kind that was recorded.
func (h hostility) attribute(v any) string {
	switch v := v.(type) {
	case bool:
		return h.pick("True", "False")
	case float64:
		if h.IntN(3) == 0 {
			return h.pick("0", "-1", "1", "255", "2147483647", "-2147483648", "4611686018427387904", "9223372036854775807", "-9223372036854775808")
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	case string:
		return strconv.Quote(v)
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, h.attribute(e))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return "None"
}
