-- Frees a seat; hands the host role on; bans who is kicked and takes back what they said (R2.4, R3.2,
-- R9.1).
-- ARGV 3-: slot, serial, epoch or '', reason, how long the slot rests in ms, how many of those who were
-- kicked are kept. Does nothing where the seat has another serial or epoch, and for a seat to be freed
-- outside the lobby.
local slot, serial, epoch, reason, restMs, kickedKept = unpack(ARGV, 3)

-- Whom a player id belongs to, whatever the seat: what stands before the dot.
local function personOf(playerId)
  return string.match(playerId, '^[^.]*')
end

-- Empties a person's messages in a list; `counter` counts the bytes of text in it.
local function takeBack(list, counter, person)
  -- In a message these quotes would be escaped.
  local mark = '"playerId":"' .. person
  for i, json in ipairs(redis.call('LRANGE', list, 0, -1)) do
    if string.find(json, mark, 1, true) then
      local chat = cjson.decode(json)
      if personOf(chat.playerId) == person then
        redis.call('HINCRBY', ROOM, counter, -#chat.message)
        chat.playerName, chat.message = '', ''
        redis.call('LSET', list, i - 1, cjson.encode(chat))
      end
    end
  end
end

local function ban(seat)
  redis.call('SADD', BANNED, seat.identityId)
  takeBack(LIVING, 'livingBytes', personOf(seat.playerId))
  takeBack(GHOSTS, 'ghostBytes', personOf(seat.playerId))
  local kicked = {}
  for playerId in string.gmatch(room('kicked') or '', '[^,]+') do kicked[#kicked + 1] = playerId end
  kicked[#kicked + 1] = seat.playerId
  local first = math.max(1, #kicked - kickedKept + 1)
  redis.call('HSET', ROOM, 'kicked', table.concat(kicked, ',', first))
end

local seat = seatAt(slot)
if not seat or seat.serial ~= tonumber(serial) then return end
if epoch ~= '' and seat.epoch ~= tonumber(epoch) then return end
if reason == 'freed' and room('kind') ~= 'lobby' then return end

local at = now()
if reason == 'kicked' then ban(seat) end
if seat.droppedAt == cjson.null then redis.call('HSET', ROOM, 'lastPresentAt', at) end
redis.call('HDEL', SEATS, slot)
redis.call('HDEL', POSITIONS, slot)
redis.call('HDEL', EPOCHS, slot)
redis.call('HDEL', SLOTS, seat.identityId)
redis.call('HDEL', NAMES, seat.playerName)
redis.call('ZADD', RESTING, at + restMs, slot)
keepRoom()
publish({ kind = 'left', slot = seat.slot, playerId = seat.playerId, reason = reason })
if room('hostId') ~= seat.playerId then return end

-- The owner inherits the role, else the longest-present connected player.
local owner = room('openedBy')
local heir
for _, json in ipairs(redis.call('HVALS', SEATS)) do
  local other = cjson.decode(json)
  if other.droppedAt == cjson.null then
    if other.identityId == owner then
      heir = other
      break
    end
    local isOlder = not heir or other.joinedAt < heir.joinedAt
      or (other.joinedAt == heir.joinedAt and other.slot < heir.slot)
    if isOlder then heir = other end
  end
end
changeHost(heir and heir.playerId or '', '0')
