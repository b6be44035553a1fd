package worker

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"

	"github.com/fraccheck/fraccheck/internal/evaluate/inspect"
)

// A Request goes to the child.
type Request struct {
	ID     int64  `json:"id"`
	Method Method `json:"method"`
	Run    *Run   `json:"run,omitempty"`  // also of a check and of an example
	Of     int64  `json:"of,omitempty"`   // cancel: the request that is to end
	Part   *Part  `json:"part,omitempty"` // of what is asked about a value that is kept

	// How the texts before the files differ from those of the request
	// before: large texts go over the pipe once.
	Texts  map[string]string `json:"texts,omitempty"`
	Closed []string          `json:"closed,omitempty"`
}

// A Method is what is asked for.
type Method string

const (
	methodRun     Method = "run"
	methodCheck   Method = "check"
	methodExample Method = "example"
	methodFill    Method = "fill"
	methodReduce  Method = "cheaper"
	methodProve   Method = "prove"
	methodSteps   Method = "steps"
	methodCancel  Method = "cancel"
	methodPing    Method = "ping"
	methodPart    Method = "part"
	methodCompare Method = "compare"
	methodSave    Method = "save"
)

// A Run says what is evaluated: an item, a comment, or a definition on arguments.
// Of a check, it says which file or which item is checked; of an example, which one of
// a file of rules is tried.
type Run struct {
	Root    string            `json:"root"`              // of the repository
	Path    string            `json:"path"`              // of the program, absolute
	Texts   map[string]string `json:"-"`                 // what precedes the files; all of it
	Changed []string          `json:"changed,omitempty"` // files on disk that changed since the last request

	Item    *int     `json:"item,omitempty"`    // a top-level expression, or a definition
	Comment *int     `json:"comment,omitempty"` // an evaluation comment, by its number
	Name    string   `json:"name,omitempty"`    // a definition
	Args    []string `json:"args,omitempty"`    // its arguments, as expressions

	Example *Example `json:"example,omitempty"`

	Limits Limits `json:"limits"`
	Keep   bool   `json:"keep,omitempty"` // the value, so that its parts can be asked for
}

// A Part is one of a value that was kept. Of a comparison, it says what is expected of the whole
// value; of saving, the file in which the tensor at the view's path is put.
type Part struct {
	Handle   string       `json:"handle"`
	View     inspect.View `json:"view"`
	Expected string       `json:"expected,omitempty"` // an expression
	File     string       `json:"file,omitempty"`     // absolute; it ends in .npy
	Limits   Limits       `json:"limits"`
}

// An Example is one of a rule, by their numbers in the file.
type Example struct {
	Rule   int `json:"rule"`   // among the rules without a mistake
	Number int `json:"number"` // among the examples of the rule
}

// Limits bound a run; zeros are no bounds.
type Limits struct {
	Sequential bool  `json:"sequential,omitempty"`
	Threads    int   `json:"threads,omitempty"`
	Steps      int64 `json:"steps,omitempty"`
	Memory     int64 `json:"memory,omitempty"`  // bytes
	Timeout    int64 `json:"timeout,omitempty"` // milliseconds
}

// A Response comes back, one for each run, check, example and ping.
type Response struct {
	ID       int64   `json:"id"`
	Value    string  `json:"value,omitempty"` // in the language's syntax, abbreviated where it is long
	Short    string  `json:"short,omitempty"` // the value on one line of an editor
	Type     string  `json:"type,omitempty"`
	Steps    int64   `json:"steps,omitempty"`
	Ms       float64 `json:"ms,omitempty"`
	Verdict  string  `json:"verdict,omitempty"`  // of a comment or an example: passed, failed or skipped
	Expected string  `json:"expected,omitempty"` // by a comment
	Error    *Error  `json:"error,omitempty"`

	Diagnostics []Diagnostic `json:"diagnostics,omitempty"` // of a check
	Fill        *Fill        `json:"fill,omitempty"`        // of the holes of a file
	Reduced     *Reduced     `json:"reduced,omitempty"`     // of a definition
	Trial       *Trial       `json:"trial,omitempty"`       // of an example
	Proof       *Proof       `json:"proof,omitempty"`       // of a rewrite rule

	Handle string        `json:"handle,omitempty"` // of a value that is kept
	Node   *inspect.Node `json:"node,omitempty"`   // it, or the part of it that was asked for
	// Difference says where a value and the expected one first differ; empty where they do not.
	Difference string `json:"difference,omitempty"`
}

// A Fill is what the search for the holes of a file came to.
type Fill struct {
	Texts      []string `json:"texts"`      // by hole, in the order of the text; none where nothing was found
	Examples   int      `json:"examples"`   // evaluation comments that pass
	Candidates int64    `json:"candidates"` // that were tried
	Weak       bool     `json:"weak"`       // the comments say less than the texts do
}

// A Reduced is a cheaper form of a definition.
type Reduced struct {
	Text   string `json:"text"`             // of the definition; "" where none is cheaper
	Reason string `json:"reason,omitempty"` // why there is none
	Before string `json:"before"`           // its bound, as it was
	After  string `json:"after"`
}

// An Error is why there is no value, or why a comment fails.
type Error struct {
	Code    string `json:"code"` // of a fault; "error" for what could not begin
	Message string `json:"message"`
	Calls   []Call `json:"calls,omitempty"` // innermost first
	Setting string `json:"-"`               // the one that ended the run, where the client's limits did
}

// A Call is a place on the way to a fault, in bytes of a file.
type Call struct {
	Name  string `json:"name"`
	File  string `json:"file"`
	Start int32  `json:"start"`
	End   int32  `json:"end"`
}

func (e *Error) Error() string { return e.Message }

// longestFrame is the length beyond which a frame is taken for garbage.
const longestFrame = 1 << 28

// writeFrame writes a message in one piece: several goroutines write, one after the other.
func writeFrame(w io.Writer, message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return fmt.Errorf("writing a frame: %w", err)
	}
	frame := binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(text)), uint32(len(text)))
	if _, err := w.Write(append(frame, text...)); err != nil {
		return fmt.Errorf("writing a frame: %w", err)
	}
	return nil
}

// readFrame reads a message; io.EOF where the pipe ended between two. A length that is announced is
// not believed: memory is taken as bytes come.
func readFrame(r io.Reader, message any) error {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err == io.EOF {
		return io.EOF
	} else if err != nil {
		return fmt.Errorf("reading a frame: %w", err)
	}
	n := binary.BigEndian.Uint32(head[:])
	if n > longestFrame {
		return fmt.Errorf("reading a frame: %d bytes are announced", n)
	}
	text, err := io.ReadAll(io.LimitReader(r, int64(n)))
	if err == nil && len(text) < int(n) {
		err = io.ErrUnexpectedEOF
	}
	if err == nil {
		err = json.Unmarshal(text, message)
	}
	if err != nil {
		return fmt.Errorf("reading a frame: %w", err)
	}
	return nil
}
