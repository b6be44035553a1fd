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
] @indent.begin

["}" ")" "]"] @indent.branch @indent.end

[(line_comment) (block_comment)] @indent.auto
