-- Tells that a process is there.
-- KEYS 1: the processes by the ends of their leases; ttlMs is the key's.
redis.call('ZADD', KEYS[1], now() + leaseMs, process)
redis.call('PEXPIRE', KEYS[1], ttlMs)
