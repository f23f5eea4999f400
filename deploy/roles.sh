#!/bin/sh
# The roles of Volante in a PostgreSQL of the operator's: one owns the tables and migrates, the other serves the site. With
# READER_PASSWORD a third that only reads, for a standby.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" --username "${POSTGRES_USER:-postgres}" <<'SQL'
create role volante_owner login password :'owner';
create role volante_app login password :'app';
create database volante owner volante_owner;
SQL
if [ -n "${READER_PASSWORD:-}" ]; then
  psql -v ON_ERROR_STOP=1 -v reader="$READER_PASSWORD" --username "${POSTGRES_USER:-postgres}" <<'SQL'
create role volante_reader login password :'reader';
grant pg_read_all_data to volante_reader;
alter role volante_reader set default_transaction_read_only = on;
SQL
fi
