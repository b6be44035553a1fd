package supervise

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/fraccheck/fraccheck/lsp"
)

// A head is what is read of a message before it is forwarded.
type head struct {
	method string // empty for an answer
	id     []byte // as it is written; nil for a notification
	idAt   int    // where it begins
	ends   bool   // it has a result or an error
}

// isAnswer reports whether a message answers a request.
func (h head) isAnswer() bool { return h.method == "" && h.id != nil && h.ends }

// isRequest reports whether a message wants an answer.
func (h head) isRequest() bool { return h.method != "" && h.id != nil }

// headOf reads the method and the id of a message, wherever they are in it. Of
// what is no object it gives the zero head.
//
// A message is an object of any order; method and id may come after parameters of megabytes. So all of
// it is scanned, and nothing decoded.
func headOf(message []byte) (h head) {
	each(message, func(key string, at, end int) bool {
		switch value := message[at:end]; key {
		case "method":
			h.method = unquoted(value)
		case "id":
			if strings.IndexByte(`"-0123456789`, value[0]) >= 0 {
				h.id, h.idAt = value, at
			}
		case "result", "error":
			h.ends = true
		}
		return true
	})
	return h
}

// renumbered is a message with another id.
func (h head) renumbered(message []byte, id string) []byte {
	out := make([]byte, 0, len(message)+len(id))
	out = append(out, message[:h.idAt]...)
	out = append(out, id...)
	return append(out, message[h.idAt+len(h.id):]...)
}

// at is what is in an object under some keys, one within the other; nil where
// nothing does.
func at(object []byte, keys ...string) []byte {
	for _, wanted := range keys {
		var found []byte
		each(object, func(key string, at, end int) bool {
			if key == wanted {
				found = object[at:end]
			}
			return found == nil
		})
		object = found
	}
	return object
}

// each calls visit for the members of an object with the extent of each value,
// until it says no or what follows is no JSON. Values are passed over and not
// decoded.
func each(object []byte, visit func(key string, at, end int) bool) {
	i := blanks(object, 0)
	if i >= len(object) || object[i] != '{' {
		return
	}
	for i++; ; i++ {
		i = blanks(object, i)
		if i >= len(object) || object[i] != '"' {
			return
		}
		end := stringEnd(object, i)
		key := unquoted(object[i:end])
		if i = blanks(object, end); i >= len(object) || object[i] != ':' {
			return
		}
		at := blanks(object, i+1)
		end = valueEnd(object, at)
		if end == at || !visit(key, at, end) {
			return
		}
		if i = blanks(object, end); i >= len(object) || object[i] != ',' {
			return
		}
	}
}

func blanks(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n') {
		i++
	}
	return i
}

// stringEnd is the end of the string that begins at a place.
func stringEnd(text []byte, i int) int {
	for i++; ; i++ {
		quote := bytes.IndexByte(text[i:], '"')
		if quote < 0 {
			return len(text)
		}
		i += quote
		slashes := 0
		for text[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i + 1
		}
	}
}

// valueEnd is the end of the value that begins at a place.
func valueEnd(text []byte, i int) int {
	depth := 0
	for i < len(text) {
		switch text[i] {
		case '"':
			i = stringEnd(text, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			if depth == 0 {
				return i
			}
			depth--
			i++
		case ',', ' ', '\t', '\r', '\n', ':':
			if depth == 0 {
				return i
			}
			i++
		default:
			i++
			continue
		}
		if depth == 0 {
			return i
		}
	}
	return i
}

// unquoted is the text of a string; empty for what is none.
func unquoted(value []byte) string {
	if len(value) < 2 || value[0] != '"' {
		return ""
	}
	if bytes.IndexByte(value, '\\') < 0 {
		return string(value[1 : len(value)-1])
	}
	var text string
	_ = json.Unmarshal(value, &text) // what cannot be read is no name of anything
	return text
}

// parts are the messages of a batch; a message that is none is its only part, and so
// is a batch that is refused.
func parts(message []byte) [][]byte {
	if i := blanks(message, 0); i >= len(message) || message[i] != '[' || lsp.OverlongBatch(message) {
		return [][]byte{message}
	}
	var batch []json.RawMessage
	if json.Unmarshal(message, &batch) != nil || len(batch) == 0 {
		return [][]byte{message}
	}
	all := make([][]byte, len(batch))
	for i, m := range batch {
		all[i] = m
	}
	return all
}
