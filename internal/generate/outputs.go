package main

// An output is one generated file: where it stands and how it is made. Making
// it must not depend on anything but the repository.
type output struct {
	path string
	make func(root string) ([]byte, error)
}

var outputs = []output{
	{"docs/operators.md", operators},
	{"docs/checks.md", checks},
	{"docs/prelude.md", preludePage},
	{"docs/images/check.svg", picture},
	{"docs/images/layers.svg", layers},
	{"docs/images/types.svg", trees},
	{"editors/sublime/Frac.tmLanguage", sublimeSyntax("frac")},
	{"editors/sublime/Frac rules.tmLanguage", sublimeSyntax("fracrule")},
	{"editors/sublime/Frac.tmPreferences", sublimePreferences},
}
