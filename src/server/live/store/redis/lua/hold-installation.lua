-- Says that the processes of one SECRET and one version have this Redis, and whom it belongs to already.
-- KEYS 1: the installation; 2: the open rooms, which end ttlMs after nobody has renewed them.
-- enters: '1' of a process that is about to start. aliveMs: how long after its last sign of life a version counts
-- as there. Returns 'ours', 'mixed' (another version is there as well), or what keeps the process out, and
-- then nothing is changed: 'secret', or 'version', beside whose rooms no other version begins.
local held = redis.call('HMGET', KEYS[1], 'secret', 'schema', 'at')
local at = now()
if held[1] and held[1] ~= secret then return 'secret' end
local isMixed = held[2] and held[2] ~= schema and at - held[3] < tonumber(aliveMs)
if isMixed and enters == '1' and redis.call('ZCOUNT', KEYS[2], at - ttlMs, '+inf') > 0 then return 'version' end
redis.call('HSET', KEYS[1], 'secret', secret, 'schema', schema, 'at', at)
redis.call('PEXPIRE', KEYS[1], ttlMs)
return isMixed and 'mixed' or 'ours'
