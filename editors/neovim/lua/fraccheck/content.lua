-- Documents that the server writes, under addresses that begin with
-- `fraccheck:`: the prelude, programs with their inferred types or in normal
-- forms, and the programs that stand for models.
local model = require("fraccheck.model")
local server = require("fraccheck.server")
local M = {}

--- fail tells later: an error message would end the command that reads.
local function fail(text)
  vim.schedule(function()
    vim.notify("fraccheck: " .. text, vim.log.levels.ERROR)
  end)
end

--- address is that of the document in a buffer.
local function address(buffer)
  return model.address(buffer) or vim.api.nvim_buf_get_name(buffer)
end

--- read fills a buffer with the document that it is named after.
function M.read(buffer)
  local client = model.address(buffer) and model.client(buffer) or server.client()
  if not client then
    return fail("no server runs that could write this document")
  end
  local content, err = server.await(client, "workspace/textDocumentContent", { uri = address(buffer) }, buffer)
  if err then
    return fail(err)
  end
  if not vim.api.nvim_buf_is_valid(buffer) then
    return -- it was closed meanwhile
  end
  M.show(buffer, content.text)
  vim.lsp.buf_attach_client(buffer, client.id)
end

--- show puts a text that cannot be changed into a buffer.
function M.show(buffer, text)
  local options = vim.bo[buffer]
  options.modifiable, options.readonly = true, false
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split((text:gsub("\n$", "")), "\n"))
  options.buftype, options.swapfile = "nofile", false
  options.filetype = "frac"
  options.modified, options.modifiable, options.readonly = false, false, true
end

--- same tells whether two addresses are one: some escape what others do not.
local function same(a, b) return vim.uri_decode(a) == vim.uri_decode(b) end

--- refresh reads a document again when the server says that it has changed.
function M.refresh(_, params)
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and same(address(buffer), params.uri) then
      vim.schedule(function()
        if vim.api.nvim_buf_is_loaded(buffer) then
          M.read(buffer)
        end
      end)
    end
  end
  return vim.NIL
end

--- beside shows a document that the server writes of the current buffer's program:
--- its inferred types, or a normal form.
function M.beside(kind)
  if vim.api.nvim_buf_get_name(0) == "" then
    return fail("this text has no name yet; `:write` gives it one")
  end
  local escaped = vim.uri_from_bufnr(0):gsub("[^%w%-._~]", function(c)
    return string.format("%%%02X", c:byte())
  end)
  vim.cmd("split " .. vim.fn.fnameescape("fraccheck:/" .. kind .. "/" .. escaped))
end

--- form shows a normal form beside the program.
function M.form(name)
  if not vim.tbl_contains({ "anf", "gnf", "bbnf" }, name) then
    return fail("`:Frac convert` takes a normal form: anf, gnf or bbnf")
  end
  M.beside(name)
end

return M
