package grammar

// Block is a row of statements in braces.
type Block struct {
	Body *Sequence `parser:"'{' @@ '}'"`
}

// Sequence is a row of statements; the last one is an expression.
type Sequence struct {
	Steps []*Step `parser:"@@ ( ( ';' | Newline ) @@ )*"`
}

// Step is an expression with the bindings and assignments before it. An
// assignment's left side is an element, `e[i]`.
type Step struct {
	Bindings []Binding   `parser:"( @@ ( ';' | Newline ) )*"`
	Value    *Expression `parser:"@@"`
	Assigned *Expression `parser:"( '=' @@ ( ';' | Newline )"`
	Next     *Step       `parser:"@@ )?"`
}

// Binding is a statement that names something.
type Binding interface{ tree() *Tree }

// Let binds variables. RAF says whose memory one has.
type Let struct {
	Pattern Pattern     `parser:"'let' @@"`
	Shared  string      `parser:"( '(' @( 'share' | 'may_share' ) ':' Local ')' )?"`
	Type    Type        `parser:"( ':' @@ )?"`
	Value   *Expression `parser:"'=' @@"`
}

// FreeVariable declares a variable that nothing binds.
type FreeVariable struct {
	Variable *Variable `parser:"'free_var' @@"`
	Type     Type      `parser:"( ':' @@ )?"`
}

// GraphBinding binds a node of the dataflow graph.
type GraphBinding struct {
	Name  string      `parser:"(?= Numbered '=') @Numbered '='"`
	Value *Expression `parser:"@@"`
}
