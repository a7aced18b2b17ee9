-- Gives a seat a name, numbered where it is taken (R1.4). Names are read by the living, so a ghost keeps
-- its own (R7.1).
-- ARGV 3-: slot, serial, wanted name, its stem for a number.
-- Returns: the name that stands. Refuses: ROOM_NOT_FOUND, PLAYER_NOT_FOUND, WRONG_PHASE.
local slot, serial, wanted, stem = unpack(ARGV, 3)
if not room('id') then return refuse('ROOM_NOT_FOUND') end
local seat = seatAt(slot)
if not seat or seat.serial ~= tonumber(serial) then return refuse('PLAYER_NOT_FOUND') end
if seat.fellAt ~= cjson.null then
  return refuse('WRONG_PHASE', 'ghosts keep their names until the game ends')
end
local name = uniqueName(wanted, stem, slot)
-- The new one first: a hash that runs empty loses its TTL.
redis.call('HSET', NAMES, name, slot)
if name ~= seat.playerName then redis.call('HDEL', NAMES, seat.playerName) end
seat.playerName = name
keepSeat(seat)
publish({ kind = 'renamed', slot = seat.slot, playerName = name })
return name
