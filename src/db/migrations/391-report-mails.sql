-- What is mailed to people of the office again and again: the report of the week or the month, or a view of a list. The mail has a
-- link; whoever opens it is asked who they are, and the page asks again what they may see.
create table report_schedules (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  kind text not null,
  name text not null,
  place text not null,
  query text not null,
  rhythm text not null,
  weekday smallint not null,
  day smallint not null,
  hour smallint not null,
  made_by text references users on delete set null,
  changed_at timestamptz not null,
  stopped_at timestamptz,
  constraint report_schedules_kind_is_known check (kind in ('week', 'month', 'view')),
  constraint report_schedules_rhythm_is_known check (rhythm in ('daily', 'weekly', 'monthly')),
  constraint report_schedules_weekday_is_one check (weekday between 1 and 7),
  constraint report_schedules_day_is_in_every_month check (day between 1 and 28),
  constraint report_schedules_hour_is_one check (hour between 5 and 21)
);

-- Who gets it, until they stop it for themselves.
create table report_readers (
  schedule_id uuid not null references report_schedules on delete cascade,
  uid text not null references users on delete cascade,
  stopped_at timestamptz,
  primary key (schedule_id, uid)
);

-- The days that are done with, and what became of each.
create table report_sendings (
  schedule_id uuid not null references report_schedules on delete cascade,
  uid text not null references users on delete cascade,
  day date not null,
  outcome text not null,
  made_at timestamptz not null,
  primary key (schedule_id, uid, day),
  constraint report_sendings_outcome_is_known check (outcome in ('mailed', 'closed', 'no-power'))
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on report_schedules, report_readers to volante_app;
    grant select, insert on report_sendings to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
