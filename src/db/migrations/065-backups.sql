-- Copies of the installation that were made, or failed; a copy does not hold its own line. One that the rule of keeping
-- gave up has `removed_at`.
create table backups (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  folder text not null,
  name text,
  bytes bigint,
  sha256 text,
  table_rows bigint,
  files integer,
  missing_files integer,
  failure text,
  removed_at timestamptz,
  constraint backups_ends_after_start check (ended_at >= started_at),
  constraint backups_made_or_failed check (
    num_nulls(name, bytes, sha256, table_rows, files, missing_files) = case when failure is null then 0 else 6 end)
);
create index backups_newest on backups (started_at desc);

-- Copies that were restored into a place of their own to see that it can be done: what the books there said.
create table backup_drills (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  milliseconds integer not null check (milliseconds >= 0),
  backup_name text not null,
  backup_made_at timestamptz not null,
  broken integer not null check (broken >= 0),
  statements_compared integer not null check (statements_compared >= 0),
  statements_different integer not null check (statements_different >= 0)
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on backups, backup_drills to volante_app;
    grant update (removed_at) on backups to volante_app;
  end if;
end $$;
