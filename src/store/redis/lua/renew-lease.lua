-- Tells that a process is there.
-- KEYS 1: the processes by the ends of their leases. ARGV: process, length of the lease in ms, TTL of
-- the key in ms.
redis.call('ZADD', KEYS[1], now() + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
