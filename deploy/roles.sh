#!/bin/sh
# The two roles of Volante in a PostgreSQL of the operator's: one owns the tables and migrates, the other serves the site.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" --username "${POSTGRES_USER:-postgres}" <<'SQL'
create role volante_owner login password :'owner';
create role volante_app login password :'app';
create database volante owner volante_owner;
SQL
