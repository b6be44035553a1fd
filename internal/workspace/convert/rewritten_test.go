package convert

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleuse"
	"google.golang.org/protobuf/encoding/protowire"
)

// digits is a model with convolutions, rectifiers and a computed shape.
const digits = "../../../examples/models/digits.onnx"

// rewritten applies a rule to the model of the examples.
func rewritten(t *testing.T, rule string) (before, after []byte, refused *Refused) {
	t.Helper()
	dir := t.TempDir()
	before, err := os.ReadFile(digits)
	if err != nil {
		t.Fatal(err)
	}
	path, rules := filepath.Join(dir, "m.onnx"), filepath.Join(dir, "r.fracrule")
	for name, data := range map[string][]byte{path: before, rules: []byte(rule)} {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s := workspace.Open(workspace.Options{Formats: readers.All, Root: dir})
	source, err := s.RuleFile(rules)
	if err != nil {
		t.Fatal(err)
	}
	set := ruleset.New([]*workspace.Source{source})
	if set.Broken() {
		t.Fatalf("the rule has errors: %v", set.Found)
	}
	r, err := ruleuse.Apply(context.Background(), s, path, set, pattern.Rewrite)
	if err != nil {
		t.Fatal(err)
	}
	after, refused, err = Rewritten(context.Background(), r.Before, r.After, r.Source, filepath.Join(dir, "out.onnx"))
	if err != nil {
		t.Fatal(err)
	}
	return before, after, refused
}

// nodesOf are the bytes of the nodes of a file's graph.
func nodesOf(t *testing.T, file []byte) (nodes [][]byte) {
	t.Helper()
	each := func(data []byte, number protowire.Number, do func([]byte)) {
		for len(data) > 0 {
			n, typ, length := protowire.ConsumeTag(data)
			size := protowire.ConsumeFieldValue(n, typ, data[length:])
			if n == number && typ == protowire.BytesType {
				content, _ := protowire.ConsumeBytes(data[length:])
				do(content)
			}
			data = data[length+size:]
		}
	}
	each(file, 7, func(graph []byte) { each(graph, 1, func(node []byte) { nodes = append(nodes, node) }) })
	return nodes
}

// TestRewrittenKeepsBytes holds that nodes which no rule changed stay as they are, in their
// order, and that without a change the whole file does.
func TestRewrittenKeepsBytes(t *testing.T) {
	before, after, _ := rewritten(t, "rewrite r { var x match nn.relu(nn.relu(x)) with { nn.relu(x) } }\n")
	if !bytes.Equal(before, after) {
		t.Error("no rule matches, and the file changed")
	}
	before, after, refused := rewritten(t, "rewrite r { var x match nn.relu(x) with { maximum(x, 0f) } }\n")
	if refused != nil {
		t.Fatal(refused.Message)
	}
	old, changed := nodesOf(t, before), nodesOf(t, after)
	m, err := wire.Decode(before)
	if err != nil {
		t.Fatal(err)
	}
	if len(old) != len(changed) {
		t.Fatalf("%d nodes become %d", len(old), len(changed))
	}
	for i, n := range m.Graph.Nodes {
		if same := bytes.Equal(old[i], changed[i]); same != (n.OpType != "Relu") {
			t.Errorf("node %d, %s: same is %v", i, n.OpType, same)
		}
	}
	end := bytes.Index(before, []byte("digits")) - 2
	if tail := before[end:]; !bytes.Contains(after, tail[:len(tail)-200]) {
		t.Error("the initializers changed")
	}
}

// TestRewrittenRefuses holds that nothing is made of what ONNX cannot express.
func TestRewrittenRefuses(t *testing.T) {
	_, after, refused := rewritten(t, "rewrite r { var x match nn.softmax(x) with { fast_exp(x) } }\n")
	if after != nil || refused == nil || !strings.Contains(refused.Message, "`fast_exp` is not exported") {
		t.Errorf("refused: %v", refused)
	}
}
