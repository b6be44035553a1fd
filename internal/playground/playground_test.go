package playground

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// ask sends requests of one page, and gives the results in their order.
func ask(t *testing.T, requests ...Request) (results []json.RawMessage, errors []string) {
	t.Helper()
	var in, out bytes.Buffer
	for i, r := range requests {
		r.ID = int64(i + 1)
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	if err := Serve(context.Background(), t.TempDir(), &in, &out); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		var r struct {
			ID     int64
			Result json.RawMessage
			Error  string
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		results, errors = append(results, r.Result), append(errors, r.Error)
	}
	if len(results) != len(requests) {
		t.Fatalf("%d requests have %d answers", len(requests), len(results))
	}
	return results, errors
}

// TestAnswers asks for everything of one program. Offsets count UTF-16 code units: the comment has a
// letter of two.
func TestAnswers(t *testing.T) {
	const text = "# \U0001d4ea\ndef @f(%x: Tensor[(2), float32]) { nn.rel(%x) }\n1 + 2  # evaluates to 3\n"
	const sound = "# \U0001d4ea\ndef @f(%x: Tensor[(n), float32]) { nn.relu(%x) }\n1 + 2  # evaluates to 3\n"
	at := strings.Index(text, "nn.rel(") - 2 // four bytes are two units
	results, errors := ask(t,
		Request{Method: "check", Path: "/program/a.frac", Text: text},
		Request{Method: "hover", Path: "/program/a.frac", Text: sound, Offset: at + 1},
		Request{Method: "run", Path: "/program/a.frac", Text: sound},
		Request{Method: "test", Path: "/program/a.frac", Text: sound},
		Request{Method: "cost", Path: "/program/a.frac", Text: sound},
		Request{Method: "nothing", Path: "/program/a.frac", Text: sound},
	)
	var found []Diagnostic
	if err := json.Unmarshal(results[0], &found); err != nil || len(found) == 0 || found[0].From != at || found[0].To != at+6 || len(found[0].Fixes) == 0 {
		t.Errorf("the check gives %s", results[0])
	}
	for i, want := range []string{1: "nn.relu", 2: `"3"`, 3: "passed", 4: "@f"} {
		if errors[i] != "" || !strings.Contains(string(results[i]), want) {
			t.Errorf("answer %d is %s %s, and %s is missing", i, results[i], errors[i], want)
		}
	}
	if !strings.Contains(errors[5], `no method "nothing"`) {
		t.Errorf("an unknown method gives %s %s", results[5], errors[5])
	}
}

// TestBrokenRequests holds that what is no request is answered, and what follows it too.
func TestBrokenRequests(t *testing.T) {
	var out bytes.Buffer
	in := strings.NewReader("nonsense\n{}\n{\"id\":3,\"method\":\"hover\",\"path\":\"/program/a.frac\",\"text\":\"1\",\"offset\":99}\n{\"id\":4,\"method\":\"check\",\"path\":\"/program/a.frac\",\"text\":\"\\u0000\\ud800\"}")
	if err := Serve(context.Background(), t.TempDir(), in, &out); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "\n"); n != 4 {
		t.Errorf("%d answers:\n%s", n, out.String())
	}
}
