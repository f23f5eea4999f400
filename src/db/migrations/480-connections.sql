-- A platform that is asked by itself, with credentials that its portal made for the fleet (docs/decisions/230). At most one of each.
create table connections (
  provider text primary key,
  client_id text not null,
  secret bytea not null,
  set_at timestamptz not null,
  set_by text,
  -- How often it is asked, in whole hours.
  every_hours integer not null default 3,
  -- connected · waiting: nobody answered, or the platform asks to wait · expired: the credentials are not known any more ·
  -- needs-access: the platform's portal has to open the way · error: what it said is not what it promises.
  state text not null,
  state_since timestamptz not null,
  -- Runs one after the other that did not come to an end.
  failures integer not null default 0,
  next_at timestamptz not null,
  -- A run that is at work says so each time it has written; one that was killed is forgotten after half an hour.
  at_work_since timestamptz,
  paused_at timestamptz,
  paused_by text,
  -- The time of which everything that was asked has come.
  collected_from timestamptz,
  collected_until timestamptz,
  constraint connections_provider_is_known check (provider in ('bolt')),
  constraint connections_rhythm_is_one check (every_hours between 1 and 168),
  constraint connections_state_is_known check (state in ('connected', 'waiting', 'expired', 'needs-access', 'error')),
  constraint connections_failures_are_counted check (failures >= 0),
  constraint connections_is_sealed check (get_byte(secret, 0) = 1)
);

-- What was asked of a platform, run by run, in figures and without a word of anybody's.
create table connection_runs (
  id bigint generated always as identity primary key,
  provider text not null,
  -- collect: fetched and kept · test: asked whether it lets us in.
  kind text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  -- Who pressed; nobody for the schedule.
  by_uid text,
  -- Why it did not come to an end, and the platform's number or our word of it.
  trouble text,
  said text,
  asked integer not null default 0,
  received integer not null default 0,
  kept integer not null default 0,
  refused integer not null default 0,
  -- By list: {"orders": {"received": 1, "kept": 1, "refused": [{"of": "…", "field": "…"}]}}.
  lists jsonb not null default '{}',
  constraint connection_runs_kind_is_known check (kind in ('collect', 'test'))
);
create index connection_runs_by_provider on connection_runs (provider, id desc);

-- Whom a platform knows as a driver or a car of the fleet, by its own identifier.
create table platform_drivers (
  provider text not null,
  company text not null,
  driver text not null,
  name text not null,
  email text,
  phone text,
  state text not null,
  seen_at timestamptz not null,
  primary key (provider, driver)
);
create table platform_vehicles (
  provider text not null,
  company text not null,
  vehicle text not null,
  plate text not null,
  state text not null,
  seen_at timestamptz not null,
  primary key (provider, vehicle)
);

-- Orders as the platform says them, by its reference: the newest word of each. They say what was driven; a week is paid by its file.
create table platform_orders (
  provider text not null,
  reference text not null,
  company text not null,
  status text not null,
  driver text,
  plate text,
  payment text,
  created_at timestamptz not null,
  accepted_at timestamptz,
  picked_up_at timestamptz,
  dropped_off_at timestamptz,
  finished_at timestamptz,
  cancelled_at timestamptz,
  -- The day in Lisbon on which it ended, and its week.
  day date not null,
  week date not null,
  metres integer,
  ride_cents integer not null,
  booking_cents integer not null,
  toll_cents integer not null,
  cancellation_cents integer not null,
  tip_cents integer not null,
  commission_cents integer not null,
  net_cents integer not null,
  primary key (provider, reference)
);
create index platform_orders_of_car on platform_orders (plate, week);
create index platform_orders_of_driver on platform_orders (provider, driver, day);

-- What a driver's application said from a moment on. Kept for a hundred days; what it comes to stays in platform_days.
create table platform_states (
  provider text not null,
  driver text not null,
  at timestamptz not null,
  state text not null,
  -- Empty where the platform says none.
  vehicle text not null,
  primary key (provider, driver, at, state, vehicle)
);
create index platform_states_by_time on platform_states (provider, at);

-- What orders and states come to, by driver and day in Lisbon.
create table platform_days (
  provider text not null,
  driver text not null,
  day date not null,
  week date not null,
  -- Seconds; null where no state was told.
  online_seconds integer,
  order_seconds integer,
  busy_seconds integer,
  trips integer not null default 0,
  metres integer,
  booking_cents bigint not null default 0,
  toll_cents bigint not null default 0,
  cancellation_cents bigint not null default 0,
  tip_cents bigint not null default 0,
  commission_cents bigint not null default 0,
  ride_cents bigint not null default 0,
  net_cents bigint not null default 0,
  primary key (provider, driver, day)
);
create index platform_days_by_week on platform_days (week);

-- How often what a platform says of a week has changed: what is read of it is kept as long as this is the same.
create table platform_weeks (
  provider text not null,
  week date not null,
  changes integer not null,
  -- Whether everything from its first moment to its last has come: of a part of a week nothing is told.
  is_whole boolean not null default false,
  changed_at timestamptz not null,
  primary key (provider, week)
);

-- That a week's orders and its file differ was looked at, as far as they differed then.
create table order_answers (
  provider text not null,
  week date not null,
  differs text not null,
  reason text not null,
  answered_at timestamptz not null,
  answered_by text,
  primary key (provider, week)
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on connections, platform_states, platform_days, order_answers to volante_app;
    grant select, insert, update on connection_runs, platform_drivers, platform_vehicles, platform_orders, platform_weeks to volante_app;
  end if;
end $$;
