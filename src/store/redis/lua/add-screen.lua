-- Gives a projector one of the room's screen slots; one stays free for owner and host (R1.2, R10.5).
-- ARGV 3-: connection, identity, process, slots.
-- Returns: the connection of an older screen of the host's that has to go, or ''.
-- Refuses: ROOM_NOT_FOUND, KICKED, ROOM_LOCKED, TOO_MANY_SCREENS.
local connection, identity, process, slots = unpack(ARGV, 3)
slots = tonumber(slots)
local id, isLocked = room('id', 'isLocked')
if not id then return refuse('ROOM_NOT_FOUND') end
if redis.call('SISMEMBER', BANNED, identity) == 1 then return refuse('KICKED') end
-- A connection that asks again, as the answer got lost, has its slot already.
if redis.call('HEXISTS', SCREENS, connection) == 1 then return '' end

local ofHost, all, oldest = 0, 0, nil
local entries = redis.call('HGETALL', SCREENS)
for i = 1, #entries, 2 do
  local screen = cjson.decode(entries[i + 1])
  all = all + 1
  if isHosts(screen.identity) then
    ofHost = ofHost + 1
    if not oldest or screen.number < oldest.number then
      oldest = { connection = entries[i], number = screen.number }
    end
  end
end

local replaced = ''
if isHosts(identity) then
  if all >= slots then
    if not oldest then return refuse('TOO_MANY_SCREENS') end
    replaced = oldest.connection
    redis.call('HDEL', SCREENS, replaced)
  end
else
  local isKnown = redis.call('SISMEMBER', WATCHERS, identity) == 1
  if isLocked == '1' and not isKnown then return refuse('ROOM_LOCKED') end
  if all - ofHost >= slots - 1 or all >= slots then return refuse('TOO_MANY_SCREENS') end
end

redis.call('HSET', SCREENS, connection, cjson.encode({
  identity = identity,
  process = process,
  number = redis.call('HINCRBY', ROOM, 'screenCount', 1),
}))
redis.call('SADD', WATCHERS, identity)
redis.call('SADD', HOLDERS, process)
keepRoom()
return replaced
