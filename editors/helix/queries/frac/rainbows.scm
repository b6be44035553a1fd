[
  (block)
  (match_body)
  (data_definition)
  (arguments)
  (parameters)
  (list)
  (tuple)
  (parenthesized_expression)
  (tuple_type)
  (tuple_pattern)
] @rainbow.scope

["(" ")" "[" "]" "{" "}"] @rainbow.bracket
