#!/bin/sh
# Makes a replica the primary under Redis Sentinel without losing anything: NAME, then host and port of a sentinel.
# Passwords: REDISCLI_AUTH for Redis, SENTINEL_AUTH for the sentinel where it has one.
#
# By itself the old primary goes on for up to 11 s after a switch, and throws away what it takes. Here writes wait until
# its replicas have everything and one of them has left it, and then it takes no more until it is a replica itself.
set -eu
# Writes wait for about a second, and for so long at most.
PAUSE_MS=5000
TRIES=60
if [ $# -ne 3 ]; then
  echo "usage: $0 NAME SENTINEL_HOST SENTINEL_PORT" >&2
  exit 2
fi
name=$1 host=$2 port=$3

sentinel() {
  if [ -n "${SENTINEL_AUTH:-}" ]; then
    REDISCLI_AUTH=$SENTINEL_AUTH redis-cli -h "$host" -p "$port" sentinel "$@"
  else
    env -u REDISCLI_AUTH redis-cli -h "$host" -p "$port" sentinel "$@"
  fi
}
old() { redis-cli -h "$old_host" -p "$old_port" "$@"; }
field() { sed -n "s/^$1://p"; }
replication() { redis-cli -h "$1" -p "$2" info replication | tr -d '\r'; }
of_old() { replication "$old_host" "$old_port" | field "$1"; }

address=$(sentinel get-master-addr-by-name "$name" | paste -sd' ' -)
old_host=${address% *} old_port=${address#* }
if [ -z "$address" ]; then
  echo "the sentinel at $host:$port watches no primary of the name $name" >&2
  exit 1
fi
replicas=$(of_old connected_slaves)
if [ "${replicas:-0}" -lt 1 ]; then
  echo "the primary at $old_host:$old_port has no replica to switch to" >&2
  exit 1
fi
before=$(old config get min-replicas-to-write | sed -n 2p)
if [ -z "$before" ]; then
  echo "the primary at $old_host:$old_port does not tell its min-replicas-to-write: $(old config get min-replicas-to-write)" >&2
  exit 1
fi
is_asked=
go_on() { old client unpause > /dev/null || true; }
# Whether each of them has what the primary had when its writes began to wait.
have_all() {
  for at in $addresses; do
    offset=$(replication "${at%,*}" "${at#*,}" | field slave_repl_offset)
    [ "${offset:-0}" -ge "$end" ] || return 1
  done
}
restore() {
  go_on
  answer=$(old config set min-replicas-to-write "$before" || true)
  if [ "$answer" != OK ]; then
    echo "min-replicas-to-write of $old_host:$old_port is still $replicas: set it to $before. $answer" >&2
  elif [ -n "$is_asked" ]; then
    # With its new role the sentinels write down all that is set. Where it has no file it refuses, and needs nothing.
    old config rewrite > /dev/null || true
  fi
}
answer=$(old config set min-replicas-to-write "$replicas")
if [ "$answer" != OK ]; then
  echo "without min-replicas-to-write a switch would lose what people do meanwhile: $answer" >&2
  exit 1
fi
trap restore EXIT
trap 'exit 1' HUP INT TERM
answer=$(old client pause "$PAUSE_MS" write)
if [ "$answer" != OK ]; then
  echo "without CLIENT PAUSE a switch would lose what people do meanwhile: $answer" >&2
  exit 1
fi
addresses=$(replication "$old_host" "$old_port" | sed -n 's/^slave[0-9]*:ip=\([^,]*\),port=\([0-9]*\),.*/\1,\2/p')
end=$(of_old master_repl_offset)
tries=0
until have_all; do
  tries=$((tries + 1))
  if [ "$tries" -gt "$TRIES" ]; then
    echo "the replicas of $old_host:$old_port do not get all that it has" >&2
    exit 1
  fi
  sleep 0.05
done
is_asked=1
answer=$(sentinel failover "$name")
if [ "$answer" != OK ]; then
  echo "$answer" >&2
  exit 1
fi
tries=0
until [ "$(of_old connected_slaves)" -lt "$replicas" ] || [ "$tries" -gt "$TRIES" ]; do
  tries=$((tries + 1))
  sleep 0.05
done
go_on
for _ in $(seq 30); do
  if [ "$(of_old role)" = slave ]; then
    echo "the primary is at $(sentinel get-master-addr-by-name "$name" | paste -sd: -); $old_host:$old_port is its replica"
    exit 0
  fi
  sleep 1
done
echo "$old_host:$old_port has not become a replica within 30 s: see the logs of the sentinels" >&2
exit 1
