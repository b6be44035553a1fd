-- Asks the server that is attached to a buffer.
local M = {}

--- client is the one that a buffer is attached to; without a buffer any that runs: it
--- knows the documents of the server.
function M.client(buffer)
  return vim.lsp.get_clients({ name = "fraccheck", bufnr = buffer })[1]
end

--- attached is the client of a buffer, nil where it has none.
function M.attached(buffer)
  return vim.lsp.get_clients({ name = "fraccheck", bufnr = buffer })[1]
end

--- request asks and calls back, as every version of Neovim does it.
function M.request(client, method, params, handler, buffer)
  if vim.fn.has("nvim-0.11") == 1 then
    return client:request(method, params, handler, buffer)
  end
  return client.request(method, params, handler, buffer)
end

--- await asks and waits for the answer.
function M.await(client, method, params, buffer)
  local answer
  M.request(client, method, params, function(err, result)
    answer = { err = err, result = result }
  end, buffer)
  if not vim.wait(10000, function() return answer ~= nil end, 5) then
    return nil, "the server does not answer"
  end
  return answer.result, answer.err and answer.err.message
end

return M
