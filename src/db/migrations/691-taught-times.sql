-- Exports of working-time records: how one is read, taught once and known by its row of headings (docs/decisions/285); and files that wait until
-- somebody of the office says what their columns are.
create table working_time_lists (
  id uuid primary key default gen_random_uuid(),
  source text not null,
  fingerprint text not null,
  mapping jsonb not null,
  taught_at timestamptz not null,
  taught_by text,
  retired_at timestamptz,
  retired_by text,
  constraint working_time_lists_name_their_source check (source ~ '\S')
);
create unique index working_time_lists_once on working_time_lists (md5(fingerprint)) where retired_at is null;

create table working_times_waiting (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid references drivers on delete restrict,
  from_driver boolean not null,
  sha256 text not null references files,
  file_name text not null,
  kept_at timestamptz not null,
  kept_by text,
  -- Read, or let go of.
  ended_at timestamptz,
  ended_by text
);
create unique index working_times_waiting_once
  on working_times_waiting (sha256, coalesce(driver_id, '00000000-0000-0000-0000-000000000000')) where ended_at is null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on working_time_lists, working_times_waiting to volante_app;
    grant update (retired_at, retired_by) on working_time_lists to volante_app;
    grant update (ended_at, ended_by) on working_times_waiting to volante_app;
  end if;
end $$;
