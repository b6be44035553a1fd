[
  (definition)
  (data_definition)
  (function)
  (match_body)
  (clause)
  (block)
  (arguments)
  (list)
  (tuple)
  (block_comment)
  (metadata)
] @fold
