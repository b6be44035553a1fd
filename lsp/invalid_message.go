package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"

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
	if _, err := jsonrpc2.DecodeMessage(message); err != nil {
		return refused(idOf(message), err)
	}
	return nil
}

// OverlongBatch tells of a batch with more messages than are answered.
func OverlongBatch(message []byte) bool { return members(message) > longestBatch }

func batchRefusal(message []byte) []byte {
	if OverlongBatch(message) {
		return refused(nil, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "a batch has at most %d messages; send them one by one", longestBatch))
	}
	if _, err := jsonrpc2.ParseRequests(message); err != nil {
		return refused(nil, err)
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
// object can be read.
func idOf(message []byte) (id []byte) {
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
		if kind := value.Kind(); isID && (kind == '"' || kind == '0') {
			id = bytes.Clone(value)
		}
	}
	return id
}
