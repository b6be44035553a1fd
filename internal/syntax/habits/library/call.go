package library

import (
	"encoding/json"
	"strings"
)

// Rearranged gives the call of an operator that is meant by the arguments by position of its
// namesake in another library, where these mean other things than the operator's own: the
// subscripts of `np.einsum` come first, and `np.pad` is given no value. rank and zero are those of
// the first argument, "" where it can be none; ok is false where nothing is known of the call.
func Rearranged(name, operator string, args []string, rank int, zero string) (call string, ok bool) {
	switch {
	case operator == "einsum" && len(args) > 1 && strings.HasPrefix(args[0], `"`):
		operands := strings.Join(args[1:], ", ")
		if len(args) == 2 {
			operands += ","
		}
		return operator + "((" + operands + "), equation=" + args[0] + ")", true
	case operator == "nn.pad" && len(args) == 2 && zero != "":
		width, ok := padWidth(args[1], rank, strings.HasPrefix(name, "F.") || strings.HasPrefix(name, "torch."))
		return operator + "(" + args[0] + ", " + zero + ", pad_width=" + width + ")", ok
	}
	return "", false
}

// padWidth writes the widths of a padding as a pair for each dimension. NumPy takes such pairs, one
// pair for all dimensions or a number; PyTorch a row of pairs that begins with the last dimension.
func padWidth(text string, rank int, fromLast bool) (string, bool) {
	text = strings.NewReplacer("(", "[", ")", "]").Replace(text)
	pairs := make([][2]int, rank)
	var all int
	var row []int
	var each [][2]int
	switch {
	case !fromLast && json.Unmarshal([]byte(text), &all) == nil:
		for i := range pairs {
			pairs[i] = [2]int{all, all}
		}
	case json.Unmarshal([]byte(text), &row) == nil && fromLast && len(row)%2 == 0 && len(row) <= 2*rank:
		for i := 0; i < len(row); i += 2 {
			pairs[rank-1-i/2] = [2]int{row[i], row[i+1]}
		}
	case json.Unmarshal([]byte(text), &row) == nil && !fromLast && len(row) == 2:
		for i := range pairs {
			pairs[i] = [2]int{row[0], row[1]}
		}
	case json.Unmarshal([]byte(text), &each) == nil && !fromLast && len(each) == rank:
		pairs = each
	default:
		return "", false
	}
	written, err := json.Marshal(pairs)
	return strings.ReplaceAll(string(written), ",", ", "), err == nil && rank > 0
}
