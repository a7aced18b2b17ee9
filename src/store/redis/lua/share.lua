-- Stores what one process's players did, numbers the chat and publishes it all as one update. What a
-- connection sent that does not hold its seat any more is left out (R2.3). Who hears a message is decided
-- here, as a copy may be a reveal behind, and would tell the living what a ghost says (R7.1).
-- ARGV 3-: how many messages are kept per audience; how many bytes of text; how many moved; their slots;
-- their generations; their positions as "x,y"; then slot, generation and text of each message.
-- Returns: which messages were left out, counted from 0.
-- Refuses: ROOM_NOT_FOUND.
local kept, keptBytes, count = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
if not room('id') then return refuse('ROOM_NOT_FOUND') end
local at = now()

-- Lua's stack takes some thousand values at once.
local CHUNK = 1000
local moves = {}
for first = 1, count, CHUNK do
  local last = math.min(first + CHUNK - 1, count)
  local generations = redis.call('HMGET', GENERATIONS, unpack(ARGV, 5 + first, 5 + last))
  local positions = {}
  for i = first, last do
    local slot, generation, position = ARGV[5 + i], ARGV[5 + count + i], ARGV[5 + 2 * count + i]
    if generations[i - first + 1] == generation then
      positions[#positions + 1] = slot
      positions[#positions + 1] = position
      moves[#moves + 1] = slot .. ',' .. position
    end
  end
  if #positions > 0 then redis.call('HSET', POSITIONS, unpack(positions)) end
end

-- `counter` is the field of the room that counts the bytes of text in the list.
local function log(list, counter, json, bytes)
  local length = redis.call('RPUSH', list, json)
  if length == 1 then redis.call('PEXPIRE', list, TTL_MS) end
  local held = redis.call('HINCRBY', ROOM, counter, bytes)
  while length > kept or (held > keptBytes and length > 1) do
    local oldest = cjson.decode(redis.call('LPOP', list))
    length = length - 1
    held = redis.call('HINCRBY', ROOM, counter, -#oldest.message)
  end
end

local chats, leftOut = {}, {}
for i = 6 + 3 * count, #ARGV, 3 do
  local slot, generation, message = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  if redis.call('HGET', GENERATIONS, slot) == generation then
    local seat = seatAt(slot)
    local byGhost = redis.call('SISMEMBER', GHOSTS, seat.playerId) == 1
    local chat = {
      ghostId = redis.call('HINCRBY', ROOM, 'ghostId', 1),
      livingId = byGhost and cjson.null or redis.call('HINCRBY', ROOM, 'livingId', 1),
      playerId = seat.playerId,
      playerName = seat.playerName,
      message = message,
      timestamp = at,
    }
    local json = cjson.encode(chat)
    log(GHOST_CHAT, 'ghostBytes', json, #message)
    if not byGhost then log(LIVING_CHAT, 'livingBytes', json, #message) end
    chats[#chats + 1] = chat
  else
    leftOut[#leftOut + 1] = (i - 6 - 3 * count) / 3
  end
end

if #moves + #chats == 0 then return leftOut end
redis.call('HSET', ROOM, 'lastActivityAt', at)
local seq = redis.call('HINCRBY', ROOM, 'seq', 1)
publish(seq .. ' s ' .. table.concat(moves, ';') .. (#chats > 0 and ' ' .. cjson.encode(chats) or ''))
return leftOut
