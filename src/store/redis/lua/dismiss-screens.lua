-- Frees the slots of all projectors that are not the host's.
-- Returns: their connections.
-- Refuses: ROOM_NOT_FOUND.
if not room('id') then return refuse('ROOM_NOT_FOUND') end
local dismissed = {}
local entries = redis.call('HGETALL', SCREENS)
for i = 1, #entries, 2 do
  if not isHosts(cjson.decode(entries[i + 1]).identity) then
    dismissed[#dismissed + 1] = entries[i]
    redis.call('HDEL', SCREENS, entries[i])
  end
end
redis.call('DEL', WATCHERS)
return dismissed
