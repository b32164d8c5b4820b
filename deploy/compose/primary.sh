#!/bin/sh
# Once, when the database is made: who may copy it, and a slot that keeps what the replica has not read yet.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$REPLICATION_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role replica with replication login password :'password';
select pg_create_physical_replication_slot('replica');
SQL
echo 'host replication replica all scram-sha-256' >> "$PGDATA/pg_hba.conf"
