-- The working-time record of a driver (docs/decisions/284): the paper that says which application or book keeps it, what it says of the driver's
-- time, and what the law allows. Volante keeps a copy and warns; it is no certified record.

-- A paper that names an application or a book instead of a number, and may have no end.
alter table paper_kinds add column names_application boolean not null default false;
insert into paper_kinds (code, holder, name_pt, name_en, has_expiry, from_driver, is_sensitive, at_roadside, names_application) values
  ('working-time-record', 'driver', 'Registo de tempos de trabalho', 'Working-time record', true, true, false, true, true);

-- What is allowed, each row from a day on: driving in any 24 hours, work in a week, and a week's work on average. A day before the first row has
-- that of the first. The office writes the next one.
create table working_time_limits (
  from_on date primary key,
  in_24_minutes integer not null,
  in_week_minutes integer not null,
  on_average_minutes integer not null,
  average_months smallint not null,
  near_percent smallint not null,
  constraint working_time_limits_are_possible check (
    in_24_minutes between 60 and 1440 and in_week_minutes between 60 and 10080 and on_average_minutes between 60 and 10080
    and average_months between 1 and 12 and near_percent between 50 and 100)
);
insert into working_time_limits values ('2026-09-01', 600, 3600, 2880, 4, 90);

-- An export of a record, kept whole; of one driver, or of those that its lines name.
create table working_time_files (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  driver_id uuid references drivers on delete restrict,
  sha256 text not null references files,
  file_name text not null,
  -- What the application or book is called.
  source text not null,
  from_driver boolean not null,
  kept_at timestamptz not null,
  kept_by text,
  withdrawn_at timestamptz,
  withdrawn_by text,
  constraint working_time_files_name_their_source check (source ~ '\S')
);
-- The same file of the same driver counts once.
create unique index working_time_files_once on working_time_files (sha256, coalesce(driver_id, '00000000-0000-0000-0000-000000000000'))
  where withdrawn_at is null;
create index working_time_files_by_driver on working_time_files (driver_id);

create table working_times (
  file_id uuid not null references working_time_files on delete restrict,
  line integer not null,
  driver_id uuid not null references drivers on delete restrict,
  from_at timestamptz not null,
  to_at timestamptz not null,
  activity text not null,
  plate text not null default '',
  primary key (file_id, line),
  constraint working_times_take_time check (from_at < to_at),
  constraint working_times_are_of_a_known_kind check (activity in ('driving', 'work', 'break', 'rest'))
);
create index working_times_by_driver on working_times (driver_id, from_at);

-- The office has seen what is over or near until a day, and says what was agreed; withdrawn, it is told again.
create table working_time_reviews (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  driver_id uuid not null references drivers on delete restrict,
  until_on date not null,
  note text not null,
  said_at timestamptz not null,
  said_by text,
  withdrawn_at timestamptz,
  withdrawn_by text
);
create index working_time_reviews_by_driver on working_time_reviews (driver_id) where withdrawn_at is null;

create function working_time_is_written_once() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  gone constant text[] := array['withdrawn_at', 'withdrawn_by'];
begin
  if to_jsonb(new) - gone is distinct from to_jsonb(old) - gone or old.withdrawn_at is not null then
    raise exception 'what a record says of working time is written once';
  end if;
  return new;
end $$;
create trigger working_time_files_are_written_once before update on working_time_files
  for each row execute function working_time_is_written_once();
create trigger working_time_reviews_are_written_once before update on working_time_reviews
  for each row execute function working_time_is_written_once();
create trigger working_time_files_stay before delete on working_time_files for each row execute function written_once();
create trigger working_time_reviews_stay before delete on working_time_reviews for each row execute function written_once();
create trigger working_times_are_written_once before update or delete on working_times for each row execute function written_once();

-- When somebody was online on a day, each time from and until so many seconds after the day began in Lisbon: what two platforms had at once is
-- counted once. Null before this was counted.
alter table platform_days add column online_spans integer[];

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on working_time_limits to volante_app;
    grant select, insert on working_time_files, working_times, working_time_reviews to volante_app;
    grant update (withdrawn_at, withdrawn_by) on working_time_files, working_time_reviews to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
