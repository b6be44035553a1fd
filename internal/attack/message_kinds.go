package attack

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// messageKinds are conversations with the server: the file holds what an editor sends,
// from the first message to `exit`. The server must have answered its last request.
func messageKinds() []Kind {
	var kinds []Kind
	for _, c := range conversations {
		made := func(in Folder, n int) error {
			var b strings.Builder
			b.WriteString(framed(greeting) + framed(opened("file:///a.frac")))
			c.say(&b, n)
			b.WriteString(framed(`{"jsonrpc":"2.0","id":"last","method":"shutdown"}`) + framed(`{"jsonrpc":"2.0","method":"exit"}`))
			return in.Write("messages", b.String())
		}
		kinds = append(kinds, Kind{
			Name: "messages/" + c.name, Make: made, Size: c.size, Small: c.small, Input: "messages", Says: `"id":"last","result":null`,
			Commands: [][]string{{"lsp"}}, Limit: Limit{Time: 3 * DefaultLimit.Time},
		})
	}
	for _, b := range brokenStreams {
		made := func(in Folder, n int) error { return in.Write("messages", framed(greeting)+b.bytes(n)) }
		kinds = append(kinds, Kind{
			Name: "broken messages/" + b.name, Make: made, Size: 20 << 20, Small: 20_000, Input: "messages", Says: b.says,
			Commands: [][]string{{"lsp"}}, Limit: Limit{Time: 3 * DefaultLimit.Time},
		})
	}
	return kinds
}

const greeting = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`

func framed(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

func opened(uri string) string {
	return `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"` + uri + `","languageId":"frac","version":1,"text":"def @f(%x: int32) { %x + 1 }\n@f(1)\n"}}}`
}

// asking is a request of a document.
func asking(id, method, uri string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":{"textDocument":{"uri":"%s"},"position":{"line":0,"character":5}}}`, id, method, uri)
}

// conversations are what is said between the greeting and the farewell, n times.
var conversations = []struct {
	name        string
	size, small int
	say         func(b *strings.Builder, n int)
}{
	{"ids", 2_000, 20, each(ids, func(id string) string { return asking(id, "textDocument/hover", "file:///a.frac") })},
	{"URIs", 2_000, 60, each(uris, opened)},
	{"URIs that are asked", 2_000, 60, each(uris, func(uri string) string { return asking("1", "textDocument/definition", uri) })},
	{"methods", 2_000, 40, each(methods, func(method string) string { return asking("1", method, "file:///a.frac") })},
	{"methods without parameters", 2_000, 40, each(methods, func(method string) string { return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q}`, method) })},
	{"methods whose parameters are no object", 2_000, 40, each(methods, func(method string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":[[null,1,"x",{}]]}`, method)
	})},
	{"cancellations", 10_000, 50, func(b *strings.Builder, n int) {
		for i := range n {
			b.WriteString(framed(asking(fmt.Sprint(i), "textDocument/references", "file:///a.frac")))
			b.WriteString(framed(fmt.Sprintf(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%d}}`, i)))
		}
	}},
	{"cancellations of what was never asked", 10_000, 50, func(b *strings.Builder, n int) {
		for i := range n {
			b.WriteString(framed(fmt.Sprintf(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"%d"}}`, i)))
		}
	}},
	{"greetings", 2_000, 10, each([]string{greeting}, func(s string) string { return s })},
	{"answers to nothing", 10_000, 50, each(ids, func(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"result":[{}]}` })},
	{"opened and closed", 2_000, 10, func(b *strings.Builder, n int) {
		for i := range n {
			uri := fmt.Sprintf("file:///d%d.frac", i%7)
			b.WriteString(framed(opened(uri)))
			b.WriteString(framed(`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"` + uri + `"}}}`))
		}
	}},
	{"changes that lie outside", 2_000, 20, func(b *strings.Builder, n int) {
		for i := range n {
			fmt.Fprint(b, framed(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.frac","version":%d},"contentChanges":[{"range":{"start":{"line":%d,"character":2147483647},"end":{"line":0,"character":0}},"text":"x\r"}]}}`, i+2, i*1_000_000)))
		}
	}},
	{"a batch", 1_000, 10, func(b *strings.Builder, n int) {
		b.WriteString(framed("[" + strings.Repeat(asking("1", "textDocument/hover", "file:///a.frac")+",", n-1) + asking("1", "textDocument/hover", "file:///a.frac") + "]"))
	}},
	{"a batch that is too long", 1_000_000, 2_000, func(b *strings.Builder, n int) { b.WriteString(framed("[" + strings.Repeat("1,", n) + "1]")) }},
	{"deep parameters", 1_000_000, 20_000, func(b *strings.Builder, n int) {
		for _, pair := range []string{"[]", "{}"} {
			opening := strings.ReplaceAll(pair[:1], "{", `{"a":`)
			b.WriteString(framed(`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":` + strings.Repeat(opening, n) + "1" + strings.Repeat(pair[1:], n) + "}"))
		}
	}},
	{"a member again and again", 500_000, 500, func(b *strings.Builder, n int) {
		b.WriteString(framed("{" + strings.Repeat(`"id":1,`, n) + `"method":"textDocument/hover"}`))
	}},
	{"a long name", 20 << 20, 20_000, func(b *strings.Builder, n int) {
		b.WriteString(framed(asking("1", strings.Repeat("x", n), "file:///a.frac")))
		b.WriteString(framed(asking("1", "textDocument/hover", "file:///"+strings.Repeat("x", n))))
	}},
	{"bytes of another encoding", 2_000, 20, func(b *strings.Builder, n int) {
		for range n {
			b.WriteString(framed(asking("\"\xff\xc0\"", "textDocument/hover", "file:///\xa5.frac")))
		}
	}},
	{"cut and changed", 5_000, 100, func(b *strings.Builder, n int) {
		random := rand.New(rand.NewPCG(15, 2))
		for range n {
			m := []byte(asking("1", methods[random.IntN(len(methods))], uris[random.IntN(len(uris))]))
			for range 1 + random.IntN(3) {
				m[random.IntN(len(m))] = byte(random.IntN(256))
			}
			b.WriteString(framed(string(m[:random.IntN(len(m)+1)])))
		}
	}},
}

// each says n things, made of the entries of a list in turn.
func each(list []string, message func(string) string) func(*strings.Builder, int) {
	return func(b *strings.Builder, n int) {
		for i := range n {
			b.WriteString(framed(message(list[i%len(list)])))
		}
	}
}

// ids are what stands as `id`, as JSON or nearly so.
var ids = []string{"null", `"\ud800"`, `""`, "1.5", "-1", "9223372036854775808", "1e400", "[]", "{}", "true", `"` + strings.Repeat("x", 5000) + `"`, "\"\xff\"", "1"}

var uris = []string{
	"", "file:", "file://", "file:///", "FILE:///a.frac", "file:/a.frac", "file://host/a.frac", "file:///../../a.frac", "file:///%00.frac", "file:///%ff.frac", "file:///%zz", `file:///\ud800.frac`,
	"file:///c:/a.frac", "file:///C%3A/a.frac", "file:///a.frac?x#y", "untitled:", "untitled:Untitled-1", "a.frac", "../a.frac", "http://x/a.frac", "git:/a.frac?{}", "%", "::", "a:b",
	"file:///dev/zero", "file:///proc/self/mem", "file:///dev/stdin", "file:///a.frac\xff", "fraccheck:", "fraccheck:/a", "vscode-notebook-cell:/a.ipynb#W0", "file:///" + strings.Repeat("a/", 3000) + "a.frac",
}

var methods = []string{
	"textDocument/hover", "textDocument/completion", "completionItem/resolve", "textDocument/signatureHelp", "textDocument/definition", "textDocument/declaration", "textDocument/typeDefinition",
	"textDocument/implementation", "textDocument/references", "textDocument/documentHighlight", "textDocument/documentSymbol", "textDocument/codeAction", "codeAction/resolve", "textDocument/codeLens",
	"codeLens/resolve", "textDocument/documentLink", "textDocument/formatting", "textDocument/rangeFormatting", "textDocument/onTypeFormatting", "textDocument/rename", "textDocument/prepareRename",
	"textDocument/foldingRange", "textDocument/selectionRange", "textDocument/prepareCallHierarchy", "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls", "textDocument/prepareTypeHierarchy",
	"typeHierarchy/supertypes", "typeHierarchy/subtypes", "textDocument/semanticTokens/full", "textDocument/semanticTokens/full/delta", "textDocument/semanticTokens/range", "textDocument/linkedEditingRange",
	"textDocument/inlayHint", "inlayHint/resolve", "textDocument/diagnostic", "workspace/diagnostic", "workspace/symbol", "workspace/executeCommand", "workspace/willRenameFiles", "workspace/textDocumentContent",
	"textDocument/didOpen", "textDocument/didChange", "initialized", "$/unknown", "", "unknown",
}

// brokenStreams are bytes after which the connection cannot go on; the server says what
// was wrong with them.
var brokenStreams = []struct {
	name, says string
	bytes      func(n int) string
}{
	{"a header without end", "is no header of the protocol", repeated("x")},
	{"headers without end", "a second Content-Type", repeated("Content-Type: text/x\r\n")},
	{"a request of the web", "is no header of the protocol", func(n int) string { return fmt.Sprintf("POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n", n) }},
	{"a length without end", "is too long", func(n int) string { return "Content-Length: " + strings.Repeat("9", 4000) + "\r\n\r\n" }},
	{"more than is sent", "the connection ended after", func(n int) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", 2*n, strings.Repeat(" ", n)) }},
	{"a negative length", "is no length", func(int) string { return "Content-Length: -1\r\n\r\n" }},
	{"zeros", "is no header of the protocol", repeated("\x00")},
}
