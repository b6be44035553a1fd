package report

// What a page shows of a program that is large, so that the page stays readable and small.
// Where something is left out, the page says how much.
const (
	linesPerPage       = 1000 // of a file's source
	bytesPerLine       = 2000 // of a line that are shown
	findingsPerLine    = 20
	findingsPerPage    = 400
	findingsListed     = 50 // above the source
	rowsPerPage        = 500
	definitionsPerPage = 50
	drawnPerFile       = 100     // definitions with pictures
	bytesPerPicture    = 1 << 20 // larger ones help nobody
	occurrencesPerCode = 200
	notesPerFinding    = 10
	editsPerFix        = 5
	dearestListed      = 10
	searchedPerFile    = 2000  // entries of the index
	searched           = 20000 // entries of the index, of all files
	charactersQuoted   = 200   // of code in a fix
	charactersTold     = 2000  // of a message
	charactersTyped    = 300   // of a type or bound in a table
)
