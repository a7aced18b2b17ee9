-- What the scripts of a room end with. Returns: the verb's result, then the facts that it told.
local result = verb()
if type(result) == 'table' and result.err then return result end
table.insert(told, 1, result or false)
return told
