; Later patterns are stronger. The names of captures are those that Zed's themes know.

(name) @variable
(local) @variable
(parameter pattern: (local) @variable.parameter)
(global) @function

(call_expression function: (name) @function)
(constraint operator: (name) @function)
(named_argument name: (name) @property)
(named_type_argument name: (name) @property)

; A name that begins with a capital is a constructor, as in all programs of the manual.
((name) @constructor (#match? @constructor "^[A-Z][A-Za-z0-9_]*$"))
(constructor name: (name) @constructor)
(constructor_pattern name: (name) @constructor)

(type_identifier) @type
(any) @type
(hole) @variable.special

[(integer) (float)] @number
(boolean) @boolean
(string) @string
[(metadata_reference) (object)] @constant

["def" "data" "type" "extern" "assert" "equiv" "let" "free_var" "where"
 "fn" "fun" "if" "else" "match" "match?" "case" "import"] @keyword

["+" "-" "*" "/" "<" "<=" ">" ">=" "==" "!=" "&&" "||" "!" "=" "^" "->" "=>"] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ";" ":" "."] @punctuation.delimiter

[(attribute) (version) (metadata)] @attribute
[(line_comment) (block_comment)] @comment
