-- Gives the host role on, to who is connected (R3.2).
-- ARGV 3-: the host so far, the next one, 1 where the owner gives it away, 1 where the host so far has
-- to be away. Returns: 1, or 0 where that is not so (any more).
local from, to, handedOver, ifAway = unpack(ARGV, 3)
if room('hostId') ~= from then return 0 end
local present = {}
for _, json in ipairs(redis.call('HVALS', SEATS)) do
  local seat = cjson.decode(json)
  present[seat.playerId] = seat.droppedAt == cjson.null
end
if not present[to] or (ifAway == '1' and present[from]) then return 0 end
changeHost(to, handedOver)
return 1
