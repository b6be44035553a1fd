package syntax

import (
	"strings"
	"testing"
)

func TestDoc(t *testing.T) {
	text := "# Not this.\n\n# Adds **one**.\n//  And more.\n#[cost(work = \"1\")]\ndef @f(%x) { %x + 1 }\n"
	if doc := ParseItem(text).Doc(); doc != "Adds **one**.\n And more." {
		t.Errorf("Doc is %q", doc)
	}
	if doc := ParseItem("def @f() { 1 } # no").Doc(); doc != "" {
		t.Errorf("Doc is %q", doc)
	}
}

func TestNodeAt(t *testing.T) {
	text := "def @f(%x) { @g(%abc, 1)  }"
	item := ParseItem(text)
	for _, c := range []struct {
		at   string
		back int
		path string
	}{
		{"%abc", 0, "ItemDef Block Call Local"},
		{", 1", 0, "ItemDef Block Call Local"},
		{"1)", 0, "ItemDef Block Call Int"},
		{" }", 0, "ItemDef Block"},
		{"@f", 0, "ItemDef Global"},
		{"%x", 0, "ItemDef Params Param PatVar"},
	} {
		var kinds []string
		for _, id := range item.NodeAt(int32(strings.Index(text, c.at))) {
			kinds = append(kinds, item.Kind(id).String())
		}
		if got := strings.Join(kinds, " "); got != c.path {
			t.Errorf("at %q: %s, not %s", c.at, got, c.path)
		}
	}
}

func TestWalk(t *testing.T) {
	item := ParseItem("@f(1, @g(2))")
	var texts []string
	item.Walk(item.Root, func(id NodeID) bool {
		texts = append(texts, item.SourceText(id))
		return item.SourceText(id) != "@g(2)"
	})
	want := "@f(1, @g(2))|@f(1, @g(2))|@f(1, @g(2))|@f|1|@g(2)"
	if got := strings.Join(texts, "|"); got != want {
		t.Errorf("walked %s, not %s", got, want)
	}
}

func TestItemAt(t *testing.T) {
	f := ParseFile("a.frac", "def @f() { 1 }\ndef @g() { 2 }\n")
	for offset, want := range map[int32]int{0: 0, 14: 0, 15: 1, 30: 1} {
		if got := f.ItemAt(offset); got != want {
			t.Errorf("ItemAt(%d) is %d, not %d", offset, got, want)
		}
	}
	if got := ParseFile("b.frac", "").ItemAt(0); got != -1 {
		t.Errorf("ItemAt of an empty file is %d", got)
	}
}

func TestComments(t *testing.T) {
	text := "# a\ndef @f() { 1 /* b */ } // c\n#[cost]\n"
	var got []string
	for _, s := range Comments(text) {
		got = append(got, text[s.Start:s.End])
	}
	if strings.Join(got, "|") != "# a|/* b */|// c" {
		t.Errorf("Comments are %q", got)
	}
	text = "// a\r\n# b\r"
	if spans := Comments(text); len(spans) != 2 || spans[0] != (Span{0, 4}) || spans[1] != (Span{6, 9}) {
		t.Errorf("with carriage returns, comments are at %v", spans)
	}
}
