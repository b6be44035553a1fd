(definition body: (block) @function.inside) @function.around
(function body: (block) @function.inside) @function.around
(parameters (parameter) @parameter.inside)
(data_definition) @class.around
[(line_comment) (block_comment)] @comment.around
