-- Takes one message out of what the room's chat takes now: perSecond, and atOnce after a while.
-- Returns: 0, or in how many ms there will be room for one.
-- Refuses: ROOM_NOT_FOUND.
perSecond, atOnce = tonumber(perSecond), tonumber(atOnce)
local id, left, since = room('id', 'chatLeft', 'chatAt')
if not id then return refuse('ROOM_NOT_FOUND') end
local at = now()
-- The clock may have been set back.
local passed = math.max(0, at - tonumber(since or at))
left = math.min(atOnce, tonumber(left or atOnce) + passed * perSecond / 1000)
if left < 1 then return math.ceil((1 - left) * 1000 / perSecond) end
redis.call('HSET', ROOM, 'chatLeft', left - 1, 'chatAt', at)
return 0
