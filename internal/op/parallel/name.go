package parallel

// Names of the functions on FractalTensors. Whoever treats one of them by itself
// (a check, a rewriting, the interpreter) names it so; other names that some have
// are in their entries (SameAs).
const (
	Map          = "map"
	Forall       = "forall"
	Filter       = "filter"
	Filterall    = "filterall"
	DilatedMap   = "dilated_map"
	Zip          = "zip"
	Reduce       = "reduce"
	ScanLeft     = "scanl"
	ScanRight    = "scanr"
	FoldLeft     = "foldl"
	FoldRight    = "foldr"
	Length       = "length"
	Depth        = "depth"
	First        = "first"
	Last         = "last"
	Slice        = "slice"
	Gather       = "gather"
	Join         = "join"
	Repeat       = "repeat"
	Arange       = "arange"
	Split        = "split"
	Product      = "product"
	Enumerate    = "enumerate"
	Slide        = "slide"
	Window       = "window"
	ShiftedSlide = "shifted_slide"
	Stack        = "stack"
	Slices       = "slices"
	Flatten      = "flatten"
)
