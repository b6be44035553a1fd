package optimize

// laws are the rules that are computed: of operators by their entries, and of axes and
// extents that no pattern can name.
var laws []rule
