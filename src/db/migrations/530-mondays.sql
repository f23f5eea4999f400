-- When the week that has ended is made ready by itself, as the office sets it; without a row it is not (docs/decisions/246).
create table monday_times (
  is_one boolean primary key default true,
  is_on boolean not null,
  weekday smallint not null,
  hour smallint not null,
  changed_at timestamptz not null,
  changed_by text,
  constraint monday_times_is_one check (is_one),
  constraint monday_times_weekday_is_one check (weekday between 1 and 7),
  constraint monday_times_hour_is_one check (hour between 0 and 23)
);

-- Each look at a week: what came, what was late and what was left to decide, in codes and counts.
create table monday_runs (
  id bigint generated always as identity primary key,
  week date not null check (extract(isodow from week) = 1),
  -- The day of the schedule; empty where somebody asked.
  day date,
  began_at timestamptz not null,
  -- A run that was killed has none, and is taken up again as it is.
  ended_at timestamptz,
  -- Who pressed; nobody for the schedule.
  by_uid text,
  found jsonb not null default '{}',
  -- Something was late, and may still come by itself.
  lacks boolean not null default false,
  -- What was told, by its hash: the same is not told again.
  says text,
  told_at timestamptz,
  constraint monday_runs_told_has_ended check (told_at is null or ended_at is not null)
);
create unique index monday_runs_one_at_work on monday_runs ((true)) where ended_at is null;
create index monday_runs_of_week on monday_runs (week, id desc);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on monday_times, monday_runs to volante_app;
  end if;
end $$;
