package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
)

// longestBatch is how many messages come at once at most. Each has an answer, so
// some bytes of a batch without a bound would be many times as many of answers.
const longestBatch = 1000

// refusal is the answer to what is no message of JSON-RPC; nil for one that is.
func refusal(message []byte) []byte {
	if bytes.HasPrefix(bytes.TrimLeft(message, " \t\r\n"), []byte("[")) {
		return batchRefusal(message)
	}
	decoded, err := jsonrpc2.DecodeMessage(message)
	if err == nil {
		err = idFault(message, decoded)
	}
	if err != nil {
		return refused(idOf(message), err)
	}
	return nil
}

// idFault is what is wrong with the id of a request that is one otherwise: it is null,
// and would be taken for missing, or it is no Unicode, so that an answer would have
// another one. A message is read again only where its id may be either.
func idFault(message []byte, decoded jsonrpc2.Message) error {
	switch m := decoded.(type) {
	case *jsonrpc2.Call:
		if id, isText := m.ID().StringValue(); !isText || !strings.ContainsRune(id, utf8.RuneError) {
			return nil
		}
	case *jsonrpc2.Notification:
		if !bytes.Contains(message, []byte(`"id"`)) {
			return nil
		}
	default:
		return nil
	}
	switch id := writtenID(message); {
	case id.Kind() == 'n':
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "the id of a request is not null; a notification has none")
	case id.Kind() == '"' && !isUnicode(id):
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "the id is no Unicode, so that no answer can have the same")
	}
	return nil
}

// isUnicode reports whether JSON is without bytes that are no UTF-8 and halves of surrogates.
func isUnicode(v jsontext.Value) bool { return v.IsValid(jsontext.AllowDuplicateNames(true)) }

// OverlongBatch reports whether a batch has more messages than are answered.
func OverlongBatch(message []byte) bool { return members(message) > longestBatch }

// batchRefusal is refusal for a batch: it is refused as a whole if it is too long, is no list of
// messages, or has a member whose id cannot be answered.
func batchRefusal(message []byte) []byte {
	if OverlongBatch(message) {
		return refused(nil, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "a batch has at most %d messages; send them one by one", longestBatch))
	}
	if _, err := jsonrpc2.ParseRequests(message); err != nil {
		return refused(nil, err)
	}
	in := lenientDecoder(message)
	if _, err := in.ReadToken(); err != nil {
		return nil
	}
	for in.PeekKind() != ']' {
		member, err := in.ReadValue()
		if err != nil {
			return nil
		}
		if decoded, err := jsonrpc2.DecodeMessage(member); err == nil {
			if err := idFault(member, decoded); err != nil {
				return refused(nil, err)
			}
		}
	}
	return nil
}

// refused is an error in answer to a request by its id as it is written; nil for one
// that cannot be read.
func refused(id []byte, err error) []byte {
	encoded, _ := json.Marshal(err.Error()) // a string can be written
	if id == nil {
		id = []byte("null")
	}
	code := jsonrpc2.InvalidRequest
	if wrong, ok := err.(*jsonrpc2.Error); ok {
		code = wrong.Code
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, id, code, encoded)
}

func lenientDecoder(message []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(message), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// members is how many values a list has, as far as it can be read and is not too long.
func members(list []byte) (n int) {
	in := lenientDecoder(list)
	if start, err := in.ReadToken(); err != nil || start.Kind() != '[' {
		return 0
	}
	for in.PeekKind() != ']' && n <= longestBatch && in.SkipValue() == nil {
		n++
	}
	return n
}

// idOf is the id of an object, a string or a number as it is written, as far as the
// object can be read. One that is no Unicode would make the answer none.
func idOf(message []byte) []byte {
	id := writtenID(message)
	if id.Kind() == '0' || id.Kind() == '"' && isUnicode(id) {
		return id
	}
	return nil
}

// writtenID is the last id of an object, whatever it is, as far as the object can be read.
func writtenID(message []byte) (id jsontext.Value) {
	in := lenientDecoder(message)
	if start, err := in.ReadToken(); err != nil || start.Kind() != '{' {
		return nil
	}
	for in.PeekKind() == '"' {
		name, err := in.ReadToken()
		if err != nil {
			return id
		}
		isID := name.String() == "id"
		value, err := in.ReadValue()
		if err != nil {
			return id
		}
		if isID {
			id = value.Clone()
		}
	}
	return id
}
