package format

import "github.com/fraccheck/fraccheck/internal/syntax"

// An op is one step of the layout of an item.
type op struct {
	kind  opKind
	gap   gap   // of an opGap
	arg   int32 // opPiece: which piece; opOpen, opIndent: which group
	width int32 // opPiece: the columns that it counts
}

type opKind uint8

const (
	opPiece  opKind = iota
	opGap           // blanks or a line end, before a piece
	opOpen          // a group begins: is it flat or broken?
	opIndent        // lines stand further in from here on, if the group is broken
	opDedent        // no longer
)

// A gap is what stands between two pieces.
type gap struct {
	kind   gapKind
	blanks uint8 // where no line ends here; they count for the width at all events
	keep   bool  // one empty line of the source stays
	dedent bool  // before a closing bracket
	group  int32
}

type gapKind uint8

const (
	glue gapKind = iota // never a line end
	soft                // a line end where the group is broken
	fill                // a line end where the group is broken and the next part does not fit
	hard                // always a line end
)

// A piece is a token or a comment with the gap before it.
type piece struct {
	span     syntax.Span // in the file
	newlines uint8       // line ends before it
	kind     pieceKind
	blanks   int32 // after those
}

type pieceKind uint8

const (
	token         pieceKind = iota
	opener                  // an opening bracket
	closer                  // a closing one
	lineComment             // runs to the end of its line
	blockComment            // `/* … */`
	unformatted             // an item, or items, that stay as they are
	restOfTheFile           // the metadata section
)

// A group is a part of an item that is flat or broken as a whole.
type group struct {
	end    int32 // the index of the op after what must fit on the line
	solid  int32 // of the op before which a line end breaks the group
	broken bool
}
