package supervise_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/lsp"
	"github.com/fraccheck/fraccheck/lsp/supervise"
)

func hover(uri string, line, character int) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": line, "character": character}}
}

func TestSession(t *testing.T) {
	s := start(t, patient)
	s.initialize()
	s.open("untitled:a", 1, "def @f() -> int32 { 1f }\n")
	if found := s.found("untitled:a", 1); !strings.Contains(found, "mismatch") {
		t.Errorf("found %s", found)
	}
	if m := s.call("no/such", nil); m.Error == nil || m.Error.Code != -32601 {
		t.Errorf("an unknown request gives %+v", m.Error)
	}
	s.leave()
}

// TestKilled kills a child by hand: the text with its edits is known to the next one,
// which is asked a question.
func TestKilled(t *testing.T) {
	s := start(t, patient)
	s.initialize()
	s.open("untitled:a", 1, "def @f() -> int32 { 1f }\n")
	s.found("untitled:a", 1)
	s.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": "untitled:a", "version": 2},
		"contentChanges": []any{map[string]any{"range": map[string]any{"start": map[string]int{"line": 0, "character": 21}, "end": map[string]int{"line": 0, "character": 22}}, "text": " + 2"}},
	})
	s.found("untitled:a", 2)
	s.kill()
	s.await("a word on the death", func(m message) bool { return m.Method == "window/showMessage" })
	if found := s.found("untitled:a", 2); found != "[]" {
		t.Errorf("the next child finds %s", found)
	}
	s.await("a refresh", func(m message) bool { return m.Method == "workspace/inlayHint/refresh" })
	if text := string(s.insist("textDocument/hover", hover("untitled:a", 0, 5))); !strings.Contains(text, "int32") {
		t.Errorf("hover gives %s", text)
	}
	s.leave()
}

// TestDeadlyItems opens texts that end the process: one item each is left out.
func TestDeadlyItems(t *testing.T) {
	s := start(t, patient)
	s.initialize()
	s.open("untitled:a", 1, "def @overflow() { 1 }\ndef @f() -> int32 { 1f }\n")
	left := func(m message) bool {
		return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), "stopped the checker")
	}
	m := s.await("a finding of what is left out", left)
	if !strings.Contains(string(m.Params), "mismatch") {
		t.Errorf("the other item is not checked: %s", m.Params)
	}
	if n := s.children(); n != 3 {
		t.Errorf("there were %d children, want 3", n)
	}
	s.open("untitled:b", 1, "def @exhaust() { 1 }\n")
	s.await("a finding of what is left out", left)
	s.open("untitled:a", 2, "def @g() -> int32 { 1f }\n")
	if found := s.found("untitled:a", 2); strings.Contains(found, "stopped") {
		t.Errorf("after an edit there is %s", found)
	}
	s.leave()
}

// TestDeadlyRequest asks what ends the process, until it is refused.
func TestDeadlyRequest(t *testing.T) {
	s := start(t, patient)
	s.initialize()
	s.open("untitled:deadly", 1, "def @f() { 1 }\n")
	s.found("untitled:deadly", 1)
	s.kill() // from now on things are written down
	s.found("untitled:deadly", 1)
	for i, want := range []string{"was started again", "it is refused"} {
		m := s.call("textDocument/hover", hover("untitled:deadly", 0, 5))
		if m.Error == nil || !strings.Contains(m.Error.Message, want) {
			t.Errorf("hover %d gives %s %+v, want %q", i, m.Result, m.Error, want)
		}
	}
	if m := s.call("textDocument/foldingRange", map[string]any{"textDocument": map[string]any{"uri": "untitled:deadly"}}); m.Error != nil {
		t.Errorf("other requests fail: %+v", *m.Error)
	}
	s.leave()
}

// TestDeadAtStart starts children that end at once.
func TestDeadAtStart(t *testing.T) {
	s := start(t, supervise.Pace{Crashes: 3, Within: time.Minute, Rest: time.Hour}, "FRACCHECK_TEST_DEAD=1")
	m := s.call("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{}})
	if m.Error == nil || !strings.Contains(m.Error.Message, "ended with exit status 3") && !strings.Contains(m.Error.Message, "too often") {
		t.Errorf("initialize gives %s %+v", m.Result, m.Error)
	}
	if m := s.call("textDocument/hover", hover("untitled:a", 0, 0)); m.Error == nil || !strings.Contains(m.Error.Message, "too often") {
		t.Errorf("hover gives %+v", m.Error)
	}
	if n := s.children(); n != 3 {
		t.Errorf("%d children were started, want 3", n)
	}
	s.conn.Close()
	if err := s.status(); !errors.Is(err, lsp.ErrNoShutdown) {
		t.Errorf("the server ends with %v", err)
	}
}

// TestAwakes rests for a moment and serves again.
func TestAwakes(t *testing.T) {
	s := start(t, supervise.Pace{Crashes: 2, Within: time.Minute, Rest: time.Millisecond})
	s.initialize()
	s.open("untitled:a", 1, "@gone()")
	for range 5 {
		s.found("untitled:a", 1)
		s.kill()
	}
	s.found("untitled:a", 1)
	s.leave()
}

func TestLeaving(t *testing.T) {
	for name, leave := range map[string]func(*session){
		"exit":            func(s *session) { s.notify("exit", nil) },
		"end of input":    func(s *session) { s.conn.Close() },
		"half a message":  func(s *session) { s.conn.Write([]byte("Content-Length: 10\r\n\r\n{")); s.conn.Close() },
		"dead meanwhile":  func(s *session) { s.kill(); s.conn.Close() },
		"exit when dying": func(s *session) { s.kill(); s.notify("exit", nil) },
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, patient)
			s.initialize()
			leave(s)
			if err := s.status(); err == nil {
				t.Error("the server ends as if it had been told to")
			}
		})
	}
	s := start(t, patient)
	s.initialize()
	s.kill()
	s.leave()
}

// TestRandomKills plays the same random edits in two sessions, one of which loses its
// child again and again; both say the same in the end.
func TestRandomKills(t *testing.T) {
	kills, _ := strconv.Atoi(os.Getenv("FRACCHECK_TEST_KILLS"))
	if kills == 0 {
		kills = 30
	}
	random := rand.New(rand.NewPCG(1, uint64(kills)))
	calm, hurt := start(t, patient), start(t, patient)
	both := []*session{calm, hurt}
	uris := []string{"untitled:a", "file:///nowhere/b%20b.frac", "untitled:c"}
	for _, s := range both {
		s.initialize()
		for _, uri := range uris {
			s.open(uri, 0, "def @f(%x : int32) -> int32 {\n  %x + 1 # 𝔸\n}\n@f(1)\n")
		}
	}
	scraps := []string{"", "\n", "%x", "@f(", ")", "{", "}", "1f", "𝔸", "é", "def @g() { 1 }\n", "@gone()"}
	version := 0
	for range kills {
		for range random.IntN(8) {
			version++
			uri, at := uris[random.IntN(len(uris))], map[string]int{"line": random.IntN(4), "character": random.IntN(20)}
			change := map[string]any{
				"textDocument": map[string]any{"uri": uri, "version": version},
				"contentChanges": []any{map[string]any{
					"range": map[string]any{"start": at, "end": map[string]int{"line": at["line"], "character": at["character"] + random.IntN(3)}},
					"text":  scraps[random.IntN(len(scraps))],
				}},
			}
			question := hover(uri, random.IntN(4), random.IntN(20))
			for _, s := range both {
				s.notify("textDocument/didChange", change)
				s.ask("textDocument/hover", question)
			}
			if random.IntN(3) == 0 {
				for _, s := range both {
					s.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri}})
					s.open(uri, version, "def @f(%x : int32) -> int32 {\n  %x + 1 # 𝔸\n}\n@f(1)\n")
				}
			}
		}
		time.Sleep(time.Duration(random.IntN(60)) * time.Millisecond)
		hurt.kill()
	}
	for _, uri := range uris {
		version++
		var found [2]string
		for i, s := range both {
			s.notify("textDocument/didChange", map[string]any{
				"textDocument":   map[string]any{"uri": uri, "version": version},
				"contentChanges": []any{map[string]any{"range": map[string]any{"start": map[string]int{"line": 0, "character": 0}, "end": map[string]int{"line": 0, "character": 0}}, "text": "# end\n"}},
			})
			found[i] = s.found(uri, version)
			for line := range 5 {
				found[i] += string(s.insist("textDocument/hover", hover(uri, line, 5)))
			}
			found[i] += string(s.insist("textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": uri}}))
		}
		if found[0] != found[1] {
			t.Errorf("%s: left alone there is\n%s, killed %d times\n%s", uri, found[0], kills, found[1])
		}
	}
	for _, s := range both {
		s.leave()
	}
	t.Logf("%d children", hurt.children())
}

// BenchmarkHead looks at the head of a long message.
func BenchmarkHead(b *testing.B) {
	text, _ := json.Marshal(strings.Repeat("let %x = 1;\n", 100_000))
	message := []byte(fmt.Sprintf(`{"params":{"textDocument":{"text":%s}},"jsonrpc":"2.0","method":"textDocument/didOpen"}`, text))
	b.SetBytes(int64(len(message)))
	for b.Loop() {
		supervise.HeadOf(message)
	}
}
