package lsp_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/lsp"
)

// TestInvalidMessages are answered once, by the id that was written where one can be
// read.
func TestInvalidMessages(t *testing.T) {
	for message, want := range map[string]string{
		`{"jsonrpc":"1.0","id":7,"method":"shutdown"}`:                              `"id":7,"error":{"code":-32600`,
		`{"id":"a\u00e9","method":"shutdown"}`:                                      `"id":"a\u00e9","error":{"code":-32600`,
		`{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}`:                            `"id":1.5,"error":{"code":-32600`,
		`{"jsonrpc":"2.0","id":99999999999999999999,"method":"shutdown"}`:           `"id":99999999999999999999,"error":{"code":-32600`,
		`{"jsonrpc":"2.0","id":{},"method":"shutdown"}`:                             `"id":null,"error":{"code":-32600`,
		`{"jsonrpc":"2.0","id":7}`:                                                  `"id":7,"error":{"code":-32600`,
		`{"jsonrpc":"2.0","id":7,"method":5}`:                                       `"id":7,"error":{"code":-32600`,
		`{"jsonrpc":"2.0","id":7,"method":"shut`:                                    `"id":7,"error":{"code":-32700`,
		`{"jsonrpc":"2.0","id":7,"method":"shutdown"}x`:                             `"id":7,"error":{"code":-32700`,
		`{"jsonrpc":"2.0","id":null,"method":"shutdown"}`:                           `"id":null,"error":{"code":-32600,"message":"the id of a request is not null`,
		`{"jsonrpc":"2.0","id":"\ud800","method":"shutdown"}`:                       `"id":null,"error":{"code":-32600,"message":"the id is no Unicode`,
		`{"jsonrpc":"2.0","id":"\ud800","method":5}`:                                `"id":null,"error":{"code":-32600`,
		"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"x\"}":                    `"id":null,"error":{"code":-32600,"message":"the id is no Unicode`,
		`{"jsonrpc":"2.0","id":"\ufffd","method":"x"}`:                              `"error":{"code":-32002`,
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"\xff\"}":                        `"id":7,"error":{"code":-32002`,
		`[{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":null,"method":"x"}]`: `"id":null,"error":{"code":-32600,"message":"the id of a request is not null`,
		`[{"jsonrpc":"2.0","id":"\ud800","method":"x"}]`:                            `"id":null,"error":{"code":-32600,"message":"the id is no Unicode`,
		`nonsense`:                             `"id":null,"error":{"code":-32700`,
		`[]`:                                   `"id":null,"error":{"code":-32600`,
		strings.Repeat("[", 1<<20):             `"id":null,"error":{"code":-32600`,
		`[1` + strings.Repeat(`,1`, 1e6) + `]`: `"id":null,"error":{"code":-32600,"message":"a batch has at most 1000 messages`,
	} {
		var out strings.Builder
		in := strings.NewReader(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(message), message))
		_ = lsp.Serve(context.Background(), monologue{in, &out}, io.Discard, lsp.Options{}) // it leaves without a word
		if said := out.String(); !utf8.ValidString(said) || !strings.Contains(said, want) || strings.Count(said, "Content-Length") != 1 {
			t.Errorf("%.80s is answered with %.200s, want %s", message, said, want)
		}
	}
}
