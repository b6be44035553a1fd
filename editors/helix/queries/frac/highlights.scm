; The scopes of Helix's themes. Later patterns are stronger.

(name) @variable
(local) @variable
(parameter pattern: (local) @variable.parameter)
(global) @function

(call_expression function: (name) @function)
(constraint operator: (name) @function)
(named_argument name: (name) @variable.other.member)
(named_type_argument name: (name) @variable.other.member)

; A name that begins with a capital is a constructor, as in all programs of the manual.
((name) @constructor (#match? @constructor "^[A-Z][A-Za-z0-9_]*$"))
(constructor name: (name) @constructor)
(constructor_pattern name: (name) @constructor)

(type_identifier) @type
((type_identifier) @type.builtin
  (#match? @type.builtin "^(Tensor|Array|FractalTensor|ref|bool|int|float|(u?int|b?float)[0-9]+(x[0-9]+)?)$"))
(type_parameter name: (type_identifier) @type.parameter)
(any) @type.builtin
(hole) @special

(integer) @constant.numeric.integer
(float) @constant.numeric.float
(boolean) @constant.builtin.boolean
(string) @string
[(metadata_reference) (object)] @constant

["def" "data" "type" "extern" "assert" "equiv" "let" "free_var" "where"] @keyword
["fn" "fun"] @keyword.function
["if" "else" "match" "match?" "case"] @keyword.control.conditional
"import" @keyword.control.import

["+" "-" "*" "/" "<" "<=" ">" ">=" "==" "!=" "&&" "||" "!" "=" "^" "->" "=>"] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
(type_parameters ["<" ">"] @punctuation.bracket)
["," ";" ":" "."] @punctuation.delimiter

[(attribute) (version) (metadata)] @attribute
(line_comment) @comment.line
(block_comment) @comment.block
