-- Shows a model as the program that stands for it. The server writes the program; the buffer keeps
-- the name of the model's file, and nobody can change it.
local binary = require("fraccheck.binary")
local server = require("fraccheck.server")
local M = {}

--- address is that of the program of a buffer's model, nil for other buffers.
function M.address(buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  if name:match("^%a[%w+.-]+:/") or not name:lower():match("%.onnx$") then
    return nil
  end
  return "fraccheck:/onnx" .. vim.uri_from_fname(name):gsub("^file://", "")
end

--- configuration is how a server is started for a buffer.
local function configuration(buffer)
  local config = vim.lsp.config and vim.lsp.config.fraccheck or require("fraccheck.client")
  local root = require("fraccheck.client").folder(buffer)
  return vim.tbl_extend("force", config, { root_dir = root })
end

--- start gives the server that runs, or starts one without a document: an empty one would be
--- what the server sees of the model. Neovim reuses it for the programs of the same folder.
local function start(buffer)
  local client = server.client()
  if client or not binary.path() then
    return client
  end
  local config, id = configuration(buffer), nil
  if vim.lsp.enable then
    id = vim.lsp.start(config, { attach = false })
  else
    id = vim.lsp.start_client(config)
  end
  return id and vim.lsp.get_client_by_id(id)
end

--- client is the server once it answers, nil where there is none.
function M.client(buffer)
  local client = start(buffer)
  if client and vim.wait(10000, function() return client.initialized or client.is_stopped == true end, 5) then
    return client
  end
end

return M
