-- Frees a seat; hands the host role on; bans who is kicked (R2.4, R3.2, R9.1).
-- ARGV 3-: slot, serial, epoch or '', reason, how long the slot rests in ms. Does nothing where the
-- seat has another serial or epoch, and for a seat to be freed outside the lobby.
local slot, serial, epoch, reason, restMs = unpack(ARGV, 3)
local seat = seatAt(slot)
if not seat or seat.serial ~= tonumber(serial) then return end
if epoch ~= '' and seat.epoch ~= tonumber(epoch) then return end
if reason == 'freed' and room('kind') ~= 'lobby' then return end

local at = now()
if reason == 'kicked' then redis.call('SADD', BANNED, seat.identityId) end
if seat.droppedAt == cjson.null then redis.call('HSET', ROOM, 'lastPresentAt', at) end
redis.call('HDEL', SEATS, slot)
redis.call('HDEL', PLACES, slot)
redis.call('HDEL', EPOCHS, slot)
redis.call('HDEL', SLOTS, seat.identityId)
redis.call('HDEL', NAMES, seat.playerName)
redis.call('ZADD', RESTING, at + restMs, slot)
keepRoom()
tell({ kind = 'left', slot = seat.slot, playerId = seat.playerId, reason = reason })
if room('hostId') ~= seat.playerId then return end

-- The longest-present connected player inherits the role.
local heir
for _, json in ipairs(redis.call('HVALS', SEATS)) do
  local other = cjson.decode(json)
  local isOlder = not heir or other.joinedAt < heir.joinedAt
    or (other.joinedAt == heir.joinedAt and other.slot < heir.slot)
  if other.droppedAt == cjson.null and isOlder then heir = other end
end
changeHost(heir and heir.playerId or '')
