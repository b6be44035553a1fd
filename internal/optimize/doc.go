// Package optimize finds cheaper forms of definitions by equality saturation (R. Tate et al.,
// Equality Saturation: A New Approach to Optimization, POPL 2009; M. Willsey et al., egg: Fast and
// Extensible Equality Saturation, POPL 2021).
//
// A module goes in (Module), and a module comes out in which definitions have bodies whose
// bounds of cost are less, with the chain of rewrites that leads to each.
//
// # Steps
//
// For each definition:
//
//  1. read.go and read_form.go read its dataflow graph into an e-graph (package egraph), as the
//     terms of term.go. total.go decides what may fail.
//  2. rules.go saturates the e-graph: with the rewrite rules of rules/*.fracrule and of the user,
//     which match.go, condition.go and template.go apply to classes, and with laws, which compute
//     axes and extents that no pattern can name. New nodes are typed by typing.go; entry.go
//     rewrites what may fail.
//  3. weigh.go gives nodes weights that can be added up; extract.go and improve.go choose a node of
//     each class by them, in several ways. place.go finds the scope of each value that is chosen,
//     and emit.go writes the text.
//  4. cost.go bounds the cost of each text as `fraccheck cost` does. The cheapest one whose type
//     is the same and that agrees with the definition on generated arguments is taken
//     (optimize.go). explain.go finds the rewrites that led to it; steps.go prints them.
//
// Laws are parted by what they are about:
//
//	laws.go            functions of elements: commutativity, neutral elements, numbers
//	laws_view.go       transposes, reshapes, and views through functions of elements
//	laws_slice.go      slices and joins
//	laws_part.go       slices and takes through products, reductions, softmax
//	laws_reduction.go  sums, means, extremes: their axes, of views, of copies, of joins
//	laws_linear.go     sums and extremes through arithmetic
//	laws_einsum.go     products as Einstein sums, and their orders
//	laws_sequence.go   maps, folds and reductions of FractalTensors and lists
//	laws_branch.go     if, and components of tuples
//
// function.go has β-reduction and α-equivalence of function literals, constant.go numbers and constant
// propagation, lengths.go the lengths of FractalTensors.
//
// # Representation
//
// A node is a head (an operator with its attributes, a literal, a function literal with its variables,
// …) applied to classes. A class knows its type, the variables that its value depends on, and the
// number that all its elements are, where they are one (data). Variables are no names but binders, each
// bound in one place, so no rule has to rename.
//
// What may fail, may not end or has an effect is an entry of its region (the body of a definition, a
// function, a branch or a clause). Entries keep their order, their number and their form; no rule
// looks into one, and only their values take part. So a rule may drop, repeat and move what it matches:
// whatever may fail was evaluated before. Two laws replace an entry by one that fails in the same cases
// (entry.go). What is no entry is total, and is written where it is cheapest: once, outside of the
// functions on whose parameters it does not depend.
//
// # Soundness
//
// If every rule is right as an equation between total values, then every term of a class has the value
// of the class in each environment in which its variables are bound; congruence keeps that. Hence a
// form that is written with the entries of the text in their order has the value, the faults and the
// effects of the text. Equations between floats hold up to rounding, and to the bit for exact rules;
// overflow, infinities and NaN at the ends of the range are set aside.
//
// The equations themselves are not proved. Rules have examples, and laws have random tests in which forms
// are run against the text: the candidates of random programs (TestRandomTensors, TestRandomSequences,
// TestRandomPrograms), and terms chosen at random from classes (TestRandomForms), since most laws lead to no
// candidate. Module runs what it takes, unless Options.Unrun says otherwise. A run refutes a form, and
// confirms nothing. It is never claimed that a form is the cheapest.
//
// # Budget
//
// Saturation ends after mostNodes nodes, mostIterations rounds or half of the time of the definition.
// Extraction takes O(n log n) for n nodes, improvement at most 200,000 trials.
//
// Read optimize.go first, then term.go, then one file of laws.
package optimize
