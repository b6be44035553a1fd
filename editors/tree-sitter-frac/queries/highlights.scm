; Later patterns are stronger.

(name) @variable
(local) @variable
(parameter pattern: (local) @variable.parameter)
(global) @function

(call_expression function: (name) @function.call)
(call_expression function: (global) @function.call)
(constraint operator: (name) @function)
(named_argument name: (name) @property)
(named_type_argument name: (name) @property)

; A name that begins with a capital is a constructor, as in all programs of the manual.
((name) @constructor (#match? @constructor "^[A-Z][A-Za-z0-9_]*$"))
(constructor name: (name) @constructor)
(constructor_pattern name: (name) @constructor)

(definition name: (global) @function)
(declaration name: (global) @function)

(type_identifier) @type
((type_identifier) @type.builtin
  (#match? @type.builtin "^(Tensor|Array|FractalTensor|ref|bool|int|float|(u?int|b?float)[0-9]+(x[0-9]+)?)$"))
(type_parameter name: (type_identifier) @type)
(any) @type.builtin
(hole) @character.special

(integer) @number
(float) @number.float
(boolean) @boolean
(string) @string
[(metadata_reference) (object) (placeholder)] @constant

["def" "data" "type" "extern" "assert" "equiv" "let" "free_var" "where"] @keyword
["fn" "fun"] @keyword.function
["if" "else" "match" "match?" "case"] @keyword.conditional
"import" @keyword.import

["+" "-" "*" "/" "<" "<=" ">" ">=" "==" "!=" "&&" "||" "!" "=" "^" "->" "=>"] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
(type_parameters ["<" ">"] @punctuation.bracket)
["," ";" ":" "."] @punctuation.delimiter

[(attribute) (version) (metadata)] @attribute
[(line_comment) (block_comment)] @comment
