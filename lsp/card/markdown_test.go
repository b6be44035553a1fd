package card

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"
)

// TestHarmless: prose with images, HTML or links to commands is shown as text; other prose stays.
func TestHarmless(t *testing.T) {
	for _, same := range []string{
		"", "Plain, with `code`, *stress* and `List<a>`.", "See [the manual](https://example.org/a_b) and <https://example.org>.",
		"`%x[0]` and [brackets] alone; n < m.", "```frac\n@f(%x)[1]\n```\nand more", "- a list\n- of things",
	} {
		if got := harmless(same); got != same {
			t.Errorf("%q became %q", same, got)
		}
	}
	for _, risky := range []string{
		"[click](command:workbench.action.terminal.new)", "![x](https://evil.example/x.png)", "![x][y]\n\n[y]: https://evil.example/x.png",
		"[x][y]\n\n[y]: command:a", "[y]: command:a", "[y]:\ncommand:a", "> [y]: <command:a>", "<command:a>", "<img src=\"https://evil.example\">",
		"<a href='command:a'>x</a>", "[x](  <command:a>)", "[x]( command:a \"title\")", "[x](&#99;ommand:a)", "[x](\\command:a)", "[x](COMMAND:a)",
		"[x](javascript:a)", "[x](vscode://a)", "[x](file:///etc/passwd)", "[x](data:text/html,a)", "[[x]](command:a)", "[x\n](command:a)", "[![y](https://a/b)](https://c)",
		"a ` b\nc ` [x](command:y) ` d", "```\nnever closed", "~~~\n[x]", "<!-- a -->", "<script>a</script>", "`[x](command:a)`", "    [x](command:a)\n\n[x](command:a)",
	} {
		got := harmless(risky)
		if strings.Contains(got, "](") || strings.Contains(got, "![") || dangers(got) > 0 {
			t.Errorf("%q became %q", risky, got)
		}
	}
}

// dangers counts what a parser of Markdown finds in a text that is no link to a web page.
func dangers(markdown string) (n int) {
	source := []byte(markdown)
	_ = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(source)), func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		switch node := node.(type) {
		case *ast.Image, *ast.RawHTML, *ast.HTMLBlock:
			n++
		case *ast.Link:
			if !strings.HasPrefix(strings.ToLower(string(node.Destination)), "http") {
				n++
			}
		case *ast.AutoLink:
			if !strings.HasPrefix(strings.ToLower(string(node.URL(source))), "http") {
				n++
			}
		}
		return ast.WalkContinue, nil
	})
	return n
}

// TestHarmlessCards puts pieces of Markdown together at random, in several parts of a card: a
// parser finds nothing in the whole that leads elsewhere than to a web page.
func TestHarmlessCards(t *testing.T) {
	pieces := []string{"[", "]", "(", ")", "!", "<", ">", "`", "``", "```", "~~~", "\n", "\n\n", "    ", "> ", "- ", "x", "[y]", ": ", "command:a", "https://b", "&#99;", "\\", "\"", "img", "a href=", "[y]: command:a", "[x](command:a)", "![x](https://b)", "frac"}
	rapid.Check(t, func(t *rapid.T) {
		shown := &Card{}
		for range rapid.IntRange(1, 3).Draw(t, "parts") {
			written := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, "pieces"), "")
			if rapid.Bool().Draw(t, "code") {
				shown.Code(written)
			} else {
				shown.Prose(written)
			}
		}
		markdown := shown.Render(true).Value
		if dangers(markdown) > 0 {
			t.Fatalf("%q", markdown)
		}
	})
}

func TestUnlinked(t *testing.T) {
	if got := Unlinked("cannot read [x](command:a).frac"); strings.Contains(got, "](") {
		t.Errorf("%q", got)
	}
}
