#!/bin/sh
# Copies the primary into an empty folder and then follows it. An interrupted copy starts again.
set -eu
if [ ! -e "$PGDATA/.copied" ]; then
  rm -rf "$PGDATA"
  mkdir -p -m 700 "$PGDATA"
  pg_basebackup --dbname="$PRIMARY" --pgdata="$PGDATA" --checkpoint=fast --write-recovery-conf --slot=replica
  touch "$PGDATA/.copied"
fi
exec postgres
