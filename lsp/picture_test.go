package lsp_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

type pictureReply struct {
	Title, SVG, Text string
	Range            *span
	Nodes            []struct {
		ID    string
		URI   string
		Range *span
	}
}

// here are the arguments of what an editor shows of a marker.
func (f *folder) here(of string) map[string]any {
	at := f.at(of)
	return map[string]any{"uri": at["textDocument"].(map[string]any)["uri"], "position": at["position"]}
}

// graph draws what is at a marker, and lists where its parts lead.
func (f *folder) graph(out io.Writer, of string) { f.picture(out, "fraccheck.graph", f.here(of)) }

// typeTree draws the type at a marker.
func (f *folder) typeTree(out io.Writer, of string) {
	f.picture(out, "fraccheck.typeTree", f.here(of))
}

// treeOf draws a type that is given, in the scope of a file: `treeof a.frac int32`.
func (f *folder) treeOf(out io.Writer, of string) {
	name, written, _ := strings.Cut(of, " ")
	f.picture(out, "fraccheck.typeTree", map[string]any{"uri": f.uri(name), "type": written})
}

func (f *folder) picture(out io.Writer, command string, args map[string]any) {
	var p pictureReply
	if !f.execute(out, command, &p, args) {
		return
	}
	fmt.Fprintf(out, "%s", p.Title)
	if p.Range != nil {
		fmt.Fprintf(out, " of %s", f.show(location{args["uri"].(string), *p.Range}))
	}
	fmt.Fprintln(out)
	for line := range strings.Lines(p.Text) {
		fmt.Fprint(out, "  | ", line)
	}
	drawn := labels(f.t, p.SVG)
	for _, n := range p.Nodes {
		label, ok := drawn[n.ID]
		if !ok {
			f.t.Errorf("the node %q is not in the picture", n.ID)
		}
		at := location{args["uri"].(string), *n.Range}
		if n.URI != "" {
			at.URI = n.URI
		}
		fmt.Fprintf(out, "  %s %s at %s\n", n.ID, label, f.show(at))
	}
	for id := range drawn {
		if !slices.ContainsFunc(p.Nodes, func(n struct {
			ID    string
			URI   string
			Range *span
		}) bool {
			return n.ID == id
		}) {
			f.t.Errorf("the node %q leads nowhere", id)
		}
	}
}

// labels are the names of a picture's nodes: the caption, or the first text that is drawn for each.
func labels(t testing.TB, svg string) map[string]string {
	t.Helper()
	found, within := map[string]string{}, []string{}
	text, caption := false, false
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return found
		}
		if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			id := ""
			text, caption = false, false
			for _, a := range token.Attr {
				switch a.Name.Local {
				case "data-node":
					id, found[a.Value] = a.Value, ""
				case "class":
					text, caption = token.Name.Local == "text" && !strings.HasPrefix(a.Value, "type"), a.Value == "caption"
				}
			}
			within = append(within, id)
		case xml.CharData:
			for i := len(within) - 1; text && i >= 0; i-- {
				if id := within[i]; id != "" {
					if found[id] == "" || caption {
						found[id] = string(token)
					}
					break
				}
			}
		case xml.EndElement:
			within, text = within[:len(within)-1], false
		}
	}
}

// TestWrongPlacesOfViews asks the commands of views for what makes no sense, and for what is not there.
func TestWrongPlacesOfViews(t *testing.T) {
	w := pipe(t)
	w.begin(allAbilities(), nil)
	for doc, text := range map[string]string{"untitled:a": program, "untitled:empty": "", "untitled:blank": "\n\n", "untitled:broken": "def @f( {\n@gone(", "untitled:noun": "import \"x\"\n"} {
		w.open(doc, 1, text)
	}
	w.openRules("untitled:a.fracrule", "rewrite r { match 1 + 1 with 2 }")
	ask := func(command string, args any) message {
		return w.call("workspace/executeCommand", map[string]any{"command": command, "arguments": []any{args}})
	}
	for _, command := range viewCommands {
		for _, args := range []any{
			nil, 5, "untitled:a", []int{1}, map[string]any{}, map[string]any{"uri": 5}, map[string]any{"uri": "untitled:a"}, map[string]any{"uri": "untitled:a", "position": 5},
			map[string]any{"uri": "untitled:a", "position": map[string]any{"line": -1, "character": 0}}, map[string]any{"uri": "untitled:a", "position": map[string]any{"line": 1e300, "character": 0}},
			map[string]any{"uri": "untitled:gone", "position": position{}}, map[string]any{"position": position{}},
		} {
			if m := ask(command, args); m.Error == nil || m.Error.Code != invalidParams || m.Error.Message == "" {
				t.Errorf("%s %v gives %.200s %+v", command, args, m.Result, m.Error)
			}
		}
		for _, doc := range []string{"untitled:a", "untitled:empty", "untitled:blank", "untitled:broken", "untitled:noun", "untitled:a.fracrule"} {
			for _, at := range []position{{}, {0, 5}, {2, 10}, {1 << 30, 0}, {0, 1 << 30}, {1<<31 - 1, 1<<31 - 1}} {
				m := ask(command, map[string]any{"uri": doc, "position": at})
				if m.Error != nil && (m.Error.Code != invalidParams && m.Error.Code != -32803 || m.Error.Message == "") {
					t.Errorf("%s at %v of %s gives %+v", command, at, doc, m.Error)
				}
			}
		}
	}
	w.goesOn()
}

// TestWrongTypes asks for trees of what is no type.
func TestWrongTypes(t *testing.T) {
	w := pipe(t)
	w.begin(nil, nil)
	w.open("untitled:a", 1, program)
	for _, written := range []any{"", " ", "(", "gone", "T", "T[", "T[int32", "Tensor[(1, 2)]", "int32 int32", "@f", "1", strings.Repeat("(", 200_000), strings.Repeat("FractalTensor[", 50_000), "\x00", 5} {
		m := w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.typeTree", "arguments": []any{map[string]any{"uri": "untitled:a", "type": written}}})
		if wrong := written != "T"; wrong != (m.Error != nil) || wrong && (m.Error.Code != invalidParams || len(m.Error.Message) > 1000) {
			t.Errorf("%.20v gives %.200s %+v", written, m.Result, m.Error)
		}
	}
	w.goesOn()
}

// viewCommands are those that show what an editor's cursor is at.
var viewCommands = []string{"fraccheck.graph", "fraccheck.typeTree", "fraccheck.costView", "fraccheck.matches"}

// TestViewsCanBeCancelled asks for what takes long, and no longer wants it.
func TestViewsCanBeCancelled(t *testing.T) {
	w := pipe(t)
	w.begin(nil, nil)
	var huge strings.Builder
	huge.WriteString("def @f(%v0: int32) -> int32 {\n")
	for i := range 20_000 {
		fmt.Fprintf(&huge, "let %%v%d = %%v%d * %%v%d;\n", i+1, i*7919%(i+1), i)
	}
	huge.WriteString("%v0 }\n")
	w.open("untitled:huge", 1, huge.String())
	w.published("untitled:huge", 1)
	for i, command := range viewCommands {
		id := fmt.Sprintf("view%d", i)
		arguments, err := json.Marshal(map[string]any{"uri": "untitled:huge", "position": position{3, 3}})
		if err != nil {
			t.Fatal(err)
		}
		w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"method":"workspace/executeCommand","params":{"command":%q,"arguments":[%s]}}`, id, command, arguments))
		time.Sleep(50 * time.Millisecond)
		w.notify("$/cancelRequest", map[string]any{"id": id})
		m := w.await(command, func(m message) bool { return string(m.ID) == fmt.Sprintf("%q", id) })
		if m.Error == nil && len(m.Result) == 0 || m.Error != nil && m.Error.Code != -32800 && m.Error.Code != -32803 && command != "fraccheck.matches" {
			t.Errorf("%s: %.100s %+v", command, m.Result, m.Error)
		}
	}
	w.fails(methodNotFound, "still/there", nil)
}
