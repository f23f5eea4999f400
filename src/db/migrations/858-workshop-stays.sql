-- A car in a workshop, from the day on which it came in. It has no last day while it is there; work (495) says so only once it is done.
create table workshop_stays (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  vehicle_id uuid not null references vehicles on delete restrict,
  since date not null,
  until date,
  expected_on date,
  workshop text not null default '',
  why text not null default '',
  -- The work whose record ended the stay: if it is withdrawn, the car is in the workshop again.
  ended_by uuid references maintenance_jobs on delete restrict,
  created_at timestamptz not null,
  created_by text,
  withdrawn_at timestamptz,
  withdraw_reason text,
  constraint workshop_stays_begin_before_they_end check (until >= since),
  constraint workshop_stays_expect_a_later_day check (expected_on >= since),
  constraint workshop_stays_ended_by_work_have_an_end check (ended_by is null or until is not null),
  constraint workshop_stays_withdrawn_say_why check ((withdrawn_at is null) = (withdraw_reason is null))
);
create index workshop_stays_of on workshop_stays (vehicle_id);
create unique index workshop_stays_one_at_a_time on workshop_stays (vehicle_id) where until is null and withdrawn_at is null;
create index workshop_stays_ended_by on workshop_stays (ended_by) where ended_by is not null;

-- When each car was in a workshop, by its stays and by its work; the same days may come from both. `until_day` is null while it is there.
create view times_in_workshop as
  select vehicle_id, since as from_day, until as until_day, workshop from workshop_stays where withdrawn_at is null
  union all
  select vehicle_id, in_since, done_on, workshop from maintenance_jobs where withdrawn_at is null and in_since is not null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on workshop_stays to volante_app;
    grant select on times_in_workshop to volante_app;
  end if;
end $$;
