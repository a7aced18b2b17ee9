#!/usr/bin/env bash
# Starts an image and waits until it is ready: `scripts/try-image.sh NAME`.
set -euo pipefail
id=$(docker run --detach --read-only --tmpfs /data:uid=1000,gid=1000 --publish 127.0.0.1::3000 "$1")
trap 'docker rm --force "$id" > /dev/null' EXIT
address=$(docker port "$id" 3000)
for _ in $(seq 60); do
  if curl --fail --silent "http://$address/health/ready"; then exit 0; fi
  sleep 1
done
docker logs "$id"
exit 1
