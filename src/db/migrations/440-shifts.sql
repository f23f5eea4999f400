-- Who is planned to have which car (docs/decisions/222): some days of each week from a day on, and what was said of single days.
-- A plan moves no money: what is paid and charged follows the assignments.
create table shift_patterns (
  id uuid primary key default gen_random_uuid(),
  vehicle_id uuid not null references vehicles on delete restrict,
  driver_id uuid not null references drivers on delete restrict,
  -- By ISO 8601, 1 is Monday.
  weekdays smallint[] not null,
  -- On the Lisbon clock; what ends by when it begins ends on the day after.
  starts text not null,
  ends text not null,
  valid_from date not null,
  -- The last day, if there is one.
  valid_until date,
  created_at timestamptz not null,
  created_by text,
  -- The records that it was of before they were merged, the latest last.
  was_of uuid[] not null default '{}',
  constraint shift_patterns_have_days check (cardinality(weekdays) between 1 and 7 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  constraint shift_patterns_have_hours check (starts ~ '^([01]\d|2[0-3]):[0-5]\d$' and ends ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  constraint shift_patterns_end_after_they_begin check (valid_until is null or valid_until >= valid_from)
);
create index shift_patterns_of_car on shift_patterns (vehicle_id);
create index shift_patterns_of_driver on shift_patterns (driver_id);

-- One day of one car: added, or in the place of what a pattern says. Without a driver nobody has the car in those hours.
create table shifts (
  id uuid primary key default gen_random_uuid(),
  vehicle_id uuid not null references vehicles on delete restrict,
  driver_id uuid references drivers on delete restrict,
  day date not null,
  starts text not null,
  ends text not null,
  pattern_id uuid references shift_patterns on delete cascade,
  created_at timestamptz not null,
  created_by text,
  was_of uuid[] not null default '{}',
  constraint shifts_have_hours check (starts ~ '^([01]\d|2[0-3]):[0-5]\d$' and ends ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  constraint shifts_without_a_driver_are_of_a_pattern check (driver_id is not null or pattern_id is not null),
  constraint shifts_stand_once_for_a_pattern unique (pattern_id, day)
);
create index shifts_of_car on shifts (vehicle_id, day);
create index shifts_of_driver on shifts (driver_id, day);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on shift_patterns, shifts to volante_app;
  end if;
end $$;
