-- What the client of the server is: a vim.lsp.Config, which all versions of
-- Neovim start.
local capabilities = vim.lsp.protocol.make_client_capabilities()
capabilities.workspace.textDocumentContent = { dynamicRegistration = false }
-- To a client that pulls diagnostics the server sends none, and Neovim pulls
-- those of open files alone.
capabilities.textDocument.diagnostic = vim.NIL

--- settings are the user's. A value stands in one place: the lens has it, or `:Frac run` writes it
--- after the line, and a hint of the server would say it again.
local function settings()
  local chosen = vim.g.fraccheck_settings or {}
  if chosen["inlayHints.results"] ~= nil then
    return chosen
  end
  return vim.tbl_deep_extend("keep", chosen, { inlayHints = { results = false } })
end

local markers = { "fraccheck.toml", ".git" }

--- folder is where the programs of a buffer are: below the nearest configuration or repository, or
--- else in the working folder, where the file is in it.
local function folder(buffer)
  local root = vim.fs.root(buffer, markers)
  if root then
    return root
  end
  local file, working = vim.fs.normalize(vim.api.nvim_buf_get_name(buffer)), vim.fs.normalize(vim.fn.getcwd())
  if file == "" or vim.startswith(file, working .. "/") then
    return working
  end
  return vim.fs.dirname(file)
end

return {
  name = "fraccheck",
  cmd = vim.g.fraccheck_cmd or { "fraccheck", "lsp" },
  filetypes = { "frac", "fracrule", "python" },
  folder = folder,
  root_dir = function(buffer, found)
    -- Of programs in Python the server looks at what a fraccheck.toml names.
    if vim.bo[buffer].filetype ~= "python" or vim.fs.root(buffer, "fraccheck.toml") then
      found(folder(buffer))
    end
  end,
  capabilities = capabilities,
  settings = { fraccheck = settings() },
  handlers = {
    ["workspace/textDocumentContent/refresh"] = function(...)
      return require("fraccheck.content").refresh(...)
    end,
    ["workspace/codeLens/refresh"] = vim.lsp.codelens.enable and function(...)
      return require("fraccheck.shown").refresh(...)
    end,
  },
  commands = {
    ["fraccheck.showReferences"] = function(...)
      return require("fraccheck.command").references(...)
    end,
  },
}
