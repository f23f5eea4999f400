#!/bin/sh
# The roles of Volante in a PostgreSQL of the operator's: one owns the tables and migrates, the other serves the site. With
# READER_PASSWORD a third that only reads, for a standby. Called again it adds what is missing and sets the passwords anew.
#   sudo -u postgres env OWNER_PASSWORD=… APP_PASSWORD=… READER_PASSWORD=… sh deploy/roles.sh      (PGHOST, PGPORT as for psql)
set -eu
psql -v ON_ERROR_STOP=1 -v owner="${OWNER_PASSWORD:?a password for volante_owner}" -v app="${APP_PASSWORD:?a password for volante_app}" \
  --username "${POSTGRES_USER:-postgres}" --dbname postgres --quiet <<'SQL'
select format('create role %I login', name) from unnest(array['volante_owner', 'volante_app']) as wanted (name)
  where not exists (select from pg_roles where rolname = name) \gexec
alter role volante_owner password :'owner';
alter role volante_app password :'app';
select 'create database volante owner volante_owner' where not exists (select from pg_database where datname = 'volante') \gexec
SQL
if [ -n "${READER_PASSWORD:-}" ]; then
  psql -v ON_ERROR_STOP=1 -v reader="$READER_PASSWORD" --username "${POSTGRES_USER:-postgres}" --dbname postgres --quiet <<'SQL'
select 'create role volante_reader login' where not exists (select from pg_roles where rolname = 'volante_reader') \gexec
alter role volante_reader password :'reader';
set client_min_messages = warning;
grant pg_read_all_data to volante_reader;
alter role volante_reader set default_transaction_read_only = on;
SQL
fi
