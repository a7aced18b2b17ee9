-- Applies a phase transition exactly once (R4.5), arms its deadline and publishes it.
-- KEYS 20: the timer key of the new version. KEYS 21: that of the version before.
-- ARGV 3-: version before; deadline ('due', 'open' or 'any'); how long a phase settles after its end in
-- ms; new version; kind; index of the first question for who sits down now; end in epoch ms, or '' for
-- none; phase as JSON; game as JSON or ''; what happens to everyone ('', 'reset' or 'revive'); seat
-- marks as JSON; the fact as JSON; the room's phase members of the deadline set before and now.
-- Returns: 'claimed', or why not: 'stale', 'early', 'late'.
local before, deadline, settleMs, version, kind, nextQuestion, endsAt, phase, game, everyone, marks,
  fact, dueBefore, dueNow = unpack(ARGV, 3)
local current, currentEnd = room('version', 'endsAt')
if current ~= before then return 'stale' end
local at = now()
local endedFor = currentEnd == '' and -math.huge or at - tonumber(currentEnd)
if deadline == 'due' and endedFor < tonumber(settleMs) then return 'early' end
if deadline == 'open' and endedFor >= 0 then return 'late' end

redis.call('HSET', ROOM, 'version', version, 'kind', kind, 'nextQuestion', nextQuestion,
  'endsAt', endsAt, 'phase', phase, 'game', game, 'lastActivityAt', at)

local markOf = {}
for _, mark in ipairs(cjson.decode(marks)) do markOf[mark.slot] = mark end
if everyone ~= '' or next(markOf) then
  for _, json in ipairs(redis.call('HVALS', SEATS)) do
    local seat = cjson.decode(json)
    local score, fellAt, playsFrom = seat.score, seat.fellAt, seat.playsFrom
    local mark = markOf[seat.slot]
    if mark and mark.serial == seat.serial then score, fellAt = mark.score, mark.fellAt end
    if everyone ~= '' then fellAt = cjson.null end
    if everyone == 'reset' then score, playsFrom = 0, 0 end
    local stays = score == seat.score and playsFrom == seat.playsFrom
      and fellAt == cjson.null and seat.fellAt == cjson.null
    if not stays then
      seat.score, seat.fellAt, seat.playsFrom = score, fellAt, playsFrom
      keepSeat(seat)
    end
  end
end

redis.call('ZREM', DUE, dueBefore)
-- The key of a deadline that was called off must not wake anybody.
redis.call('DEL', KEYS[21])
if endsAt ~= '' then
  local expiresAt = tonumber(endsAt) + tonumber(settleMs)
  redis.call('SET', KEYS[20], '1', 'PXAT', expiresAt)
  redis.call('ZADD', DUE, expiresAt, dueNow)
end
listOrNot()
keepRoom()
publish(fact)
return 'claimed'
