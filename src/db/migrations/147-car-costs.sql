-- What a car costs (docs/decisions/109): work on it, by kilometres or date, what it costs every month, and by which title the
-- operator has it. A driver's own car is given to nobody else (Lei 45/2018, art. 12).
create table vehicle_titles (
  vehicle_id uuid primary key references vehicles on delete restrict,
  title text not null,
  owner_id uuid references drivers on delete restrict,
  -- Of a driver's own car: the number and the day of its association with the operator.
  slot_number text not null default '',
  slot_since date,
  first_registered_on date,
  constraint vehicle_titles_are_known check (title in ('own', 'leasing', 'renting', 'rent', 'driver')),
  constraint vehicle_titles_of_drivers_say_whose check ((title = 'driver') = (owner_id is not null))
);

-- Work that comes again: after so many kilometres, so many months, or whichever is first.
create table maintenance_rules (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity unique,
  vehicle_id uuid not null references vehicles on delete restrict,
  what text not null,
  every_km integer,
  every_months smallint,
  -- From where it is counted until it is done for the first time.
  from_km integer,
  from_on date not null,
  ended_at timestamptz,
  created_at timestamptz not null,
  created_by text,
  constraint maintenance_rules_say_what check (what ~ '\S'),
  constraint maintenance_rules_say_when check (every_km is not null or every_months is not null),
  constraint maintenance_rules_are_possible check (every_km between 100 and 500000 and every_months between 1 and 240)
);
create index maintenance_rules_by_vehicle on maintenance_rules (vehicle_id);

-- Work that was done, and what it cost.
create table maintenance_jobs (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity unique,
  vehicle_id uuid not null references vehicles on delete restrict,
  rule_id uuid references maintenance_rules on delete restrict,
  what text not null,
  done_on date not null,
  kilometres integer,
  cost_cents bigint not null default 0,
  workshop text not null default '',
  file_sha256 text references files,
  file_name text,
  withdrawn_at timestamptz,
  withdraw_reason text,
  created_at timestamptz not null,
  created_by text,
  constraint maintenance_jobs_say_what check (what ~ '\S'),
  constraint maintenance_jobs_cost_is_none_or_more check (cost_cents between 0 and 100000000),
  constraint maintenance_jobs_kilometres_are_possible check (kilometres between 0 and 2000000),
  constraint maintenance_jobs_files_have_names check ((file_sha256 is null) = (file_name is null)),
  constraint maintenance_jobs_withdrawn_say_why check ((withdrawn_at is null) = (withdraw_reason is null))
);
create index maintenance_jobs_by_vehicle on maintenance_jobs (vehicle_id, done_on desc);

-- What a car costs every month: a lease, its insurance, the tax of the year in twelve parts.
create table car_costs (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity unique,
  vehicle_id uuid not null references vehicles on delete restrict,
  what text not null,
  monthly_cents bigint not null,
  valid_from date not null,
  valid_until date,
  created_at timestamptz not null,
  created_by text,
  constraint car_costs_say_what check (what ~ '\S'),
  constraint car_costs_are_amounts check (monthly_cents between 1 and 100000000),
  constraint car_costs_end_after_they_begin check (valid_until >= valid_from)
);
create index car_costs_by_vehicle on car_costs (vehicle_id);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on vehicle_titles, maintenance_rules, maintenance_jobs, car_costs to volante_app;
    grant update on vehicle_titles to volante_app;
    grant update (ended_at) on maintenance_rules to volante_app;
    grant update (withdrawn_at, withdraw_reason) on maintenance_jobs to volante_app;
    grant update (valid_until) on car_costs to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
