#!/bin/sh
# Copies the primary when there is nothing here, then follows it. A copy that was cut off begins anew.
set -eu
if [ ! -e "$PGDATA/.copied" ]; then
  rm -rf "$PGDATA"
  mkdir -p -m 700 "$PGDATA"
  pg_basebackup --dbname="$PRIMARY" --pgdata="$PGDATA" --checkpoint=fast --write-recovery-conf --slot=replica
  touch "$PGDATA/.copied"
fi
exec postgres
