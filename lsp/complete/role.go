package complete

import "github.com/fraccheck/fraccheck/internal/syntax"

// A role is what an expression is to the node around it, as far as it says what comes there: the
// value of a binding is seldom a variable, an operand nearly always.
type role uint8

const (
	otherRole    role = iota
	boundRole         // the value of a `let`
	graphRole         // the value of a graph binding
	firstRole         // the first argument of an operator
	laterRole         // another argument of an operator
	argumentRole      // of a function or a constructor
	infixRole
	conditionRole
	elementRole // of a tuple or a list
	scrutineeRole
	tailRole // the result of a block or a clause
	topRole  // an expression outside of definitions

	roles // how many there are
)

// through are the nodes whose part has their own role.
var through = map[syntax.Kind]bool{
	syntax.Paren: true, syntax.Project: true, syntax.Index: true, syntax.Unary: true,
}

// simpleRoles are those of the parts of a node.
var simpleRoles = map[syntax.Kind]role{
	syntax.Let: boundRole, syntax.Graph: graphRole, syntax.Binary: infixRole, syntax.If: conditionRole, syntax.Tuple: elementRole,
	syntax.List: elementRole, syntax.Match: scrutineeRole, syntax.Clause: tailRole,
}

// role is that of the stand-in. A callee has that of its call.
func (s *scene) role() role {
	for i := len(s.path) - 1; i > 0 && s.inTree(); i-- {
		n, parent := s.path[i], s.path[i-1]
		kind := s.item.Kind(parent)
		switch {
		case through[kind], kind == syntax.Call && s.item.Call(parent).Callee == n:
			continue
		case kind == syntax.Call && s.operator(s.item.Call(parent).Callee) == nil:
			return argumentRole
		case kind == syntax.Call && s.item.Call(parent).Args[0] == n:
			return firstRole
		case kind == syntax.Call:
			return laterRole
		case kind == syntax.Block && s.item.Kind(s.path[max(i-2, 0)]) == syntax.ItemExpr:
			return topRole
		case kind == syntax.Block:
			return tailRole
		}
		return simpleRoles[kind]
	}
	return otherRole
}
