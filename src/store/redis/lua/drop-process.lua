-- Marks dropped all seats that a process held which is no more, frees the slots of its projectors, and
-- lets somebody look at the room.
-- ARGV 3-: process, the room's housekeeping member of the deadline set.
local process, housekeeping = unpack(ARGV, 3)
if redis.call('SREM', HOLDERS, process) == 0 then return end
local at = now()
for _, json in ipairs(redis.call('HVALS', SEATS)) do
  local seat = cjson.decode(json)
  if seat.process == process then drop(seat, at) end
end
local screens, freed = redis.call('HGETALL', SCREENS), {}
for i = 1, #screens, 2 do
  if cjson.decode(screens[i + 1]).process == process then
    redis.call('HDEL', SCREENS, screens[i])
    freed[#freed + 1] = screens[i]
  end
end
if #freed > 0 then publish({ kind = 'screensFreed', connectionIds = freed }) end
redis.call('ZADD', DUE, 'LT', at, housekeeping)
keepRoom()
