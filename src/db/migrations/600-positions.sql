-- Where cars were (docs/decisions/262). Positions lie in a schema of their own, of which the site's role reads no table: it asks functions,
-- and each of them writes down who looked. What is said of devices, notices, private times, holds and looks is no position, and is here.

-- Of the operator: since when positions are recorded (nobody's as long as that is null), and under which rules.
create table position_settings (
  single boolean primary key default true,
  records_since timestamptz,
  keeps_days smallint not null default 7,
  -- When a driver is on duty: planned in a shift, or with the car and not private.
  duty text not null default 'shift',
  -- What becomes of a fix off duty: dropped, or kept and shown to nobody unless a hold asks for it.
  off_duty text not null default 'drop',
  asks_reason boolean not null default false,
  changed_at timestamptz,
  changed_by text,
  constraint position_settings_are_one check (single),
  constraint position_settings_keep_some_days check (keeps_days between 1 and 30),
  constraint position_settings_duty_is_known check (duty in ('shift', 'assignment')),
  constraint position_settings_off_duty_is_known check (off_duty in ('drop', 'hide'))
);

-- What sends positions: of a car, or of a person and then of the car that the person has. A server that sends on for many has neither;
-- what it sends is told apart by the name that the server knows a device by.
create table position_devices (
  id integer primary key generated always as identity,
  kind text not null,
  name text not null,
  vehicle_id uuid references vehicles on delete cascade,
  driver_id uuid references drivers on delete cascade,
  known_as text,
  token_hash bytea unique,
  token_ends text,
  made_at timestamptz not null,
  made_by text,
  ended_at timestamptz,
  ended_by text,
  heard_at timestamptz,
  constraint position_devices_kind_is_known check (kind in ('phone', 'tracker', 'server', 'file')),
  constraint position_devices_are_of_one check (num_nonnulls(vehicle_id, driver_id) = (kind <> 'server')::int),
  constraint position_devices_have_a_name check (name ~ '\S')
);
create unique index position_devices_known_once on position_devices (known_as) where ended_at is null;
create unique index position_devices_of_files on position_devices (vehicle_id) where kind = 'file';
create index position_devices_of_car on position_devices (vehicle_id);
create index position_devices_of_driver on position_devices (driver_id);

-- How many fixes of a device were kept on a day, or refused and why: numbers, no place.
create table position_counts (
  device_id integer not null references position_devices on delete cascade,
  day date not null,
  outcome text not null,
  count bigint not null,
  primary key (device_id, day, outcome)
);

-- That a driver was told what is recorded, in which version: read in the own area, or told by the office on a day.
create table position_notices (
  id bigint generated always as identity primary key,
  driver_id uuid not null references drivers on delete cascade,
  version smallint not null,
  way text not null,
  told_at timestamptz not null,
  by_uid text,
  constraint position_notices_way_is_known check (way in ('read', 'told')),
  constraint position_notices_count_once unique (driver_id, version)
);

-- When a driver was private, by the own switch; without an end it still is so.
create table position_private_times (
  id bigint generated always as identity primary key,
  driver_id uuid not null references drivers on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz,
  constraint position_private_times_end_after_they_begin check (to_at is null or to_at >= from_at)
);
create index position_private_times_of_driver on position_private_times (driver_id, from_at);
create unique index position_private_times_open_once on position_private_times (driver_id) where to_at is null;

-- What is kept longer: of one car, from a moment on, until a day that is said, by somebody with a reason.
create table position_holds (
  id bigint generated always as identity primary key,
  vehicle_id uuid not null references vehicles on delete cascade,
  kind text not null,
  reason text not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  made_at timestamptz not null,
  made_by text not null,
  ended_at timestamptz,
  ended_by text,
  constraint position_holds_kind_is_known check (kind in ('theft', 'accident')),
  constraint position_holds_say_why check (reason ~ '\S'),
  constraint position_holds_end_after_they_begin check (until_at > from_at),
  constraint position_holds_end check (until_at <= made_at + interval '90 days')
);
create index position_holds_of_car on position_holds (vehicle_id);

-- Who looked at positions, at which, when and why; who had the car then is told. Written by the functions that show them, and by nobody else.
create table position_looks (
  id bigint generated always as identity primary key,
  -- The account; null is the product itself, which counts kilometres, a link that was handed out, or the command line.
  reader text,
  role text not null,
  what text not null,
  -- The day that was looked at; null is what is now.
  day date,
  reason text not null default '',
  at timestamptz not null,
  -- Whoever keeps a map open looks again and again: within an hour that is one look, which lasted until then.
  until_at timestamptz not null,
  constraint position_looks_role_is_known check (role in ('admin', 'driver', 'link', 'system', 'command-line')),
  constraint position_looks_what_is_known check (what in ('last', 'day', 'export', 'kilometres'))
);
create index position_looks_by_time on position_looks (at desc);
create index position_looks_of_reader on position_looks (reader, what, until_at desc);

create table position_look_cars (
  look_id bigint not null references position_looks on delete cascade,
  vehicle_id uuid not null references vehicles on delete cascade,
  driver_id uuid references drivers on delete cascade,
  constraint position_look_cars_stand_once unique nulls not distinct (look_id, vehicle_id, driver_id)
);
create index position_look_cars_of_driver on position_look_cars (driver_id, look_id);
create index position_look_cars_of_car on position_look_cars (vehicle_id, look_id);

-- What is left of a day when its positions are gone: how far a car went, in how many trips. No place.
create table position_days (
  vehicle_id uuid not null references vehicles on delete cascade,
  day date not null,
  metres integer not null,
  trips integer not null,
  moving_seconds integer not null,
  counted_at timestamptz not null,
  primary key (vehicle_id, day),
  constraint position_days_are_possible check (metres >= 0 and trips >= 0 and moving_seconds >= 0)
);

-- Positions.

create schema positions;

-- One day of Lisbon is one partition: made ahead, and dropped as a whole. No row names another table: a copy of the books is put back
-- without them.
create table positions.points (
  device integer not null,
  at timestamptz not null,
  vehicle_id uuid not null,
  -- Ten-millionths of a degree.
  lat integer not null,
  lon integer not null,
  -- Centimetres a second, whole degrees, metres.
  speed smallint,
  course smallint,
  accuracy smallint,
  received_at timestamptz not null,
  -- Off duty, where that is kept.
  hidden boolean not null default false,
  primary key (device, at),
  constraint points_are_on_earth check (lat between -900000000 and 900000000 and lon between -1800000000 and 1800000000)
) partition by range (at);
create index points_of_car on positions.points (vehicle_id, at);

-- What a hold keeps of days that are gone.
create table positions.held (like positions.points including defaults including constraints, primary key (device, at));
create index held_of_car on positions.held (vehicle_id, at);

-- The newest fix of each car that is good enough to be drawn: it never moves back.
create table positions.last (like positions.points including defaults including constraints, primary key (vehicle_id));

create function positions.midnight(day date) returns timestamptz language sql immutable as $$
  select day::timestamp at time zone 'Europe/Lisbon'
$$;

-- Whether somebody holds what a car did at a moment.
create function positions.is_held(car uuid, moment timestamptz) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from position_holds where vehicle_id = car and moment >= from_at and moment < coalesce(ended_at, until_at))
$$;

-- Makes the partitions of some days, where they are not there.
create function positions.make_days(first date, days integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  day date;
  name text;
begin
  if days > 60 then raise exception 'Too many days.' using errcode = '22023'; end if;
  for day in select first + n from generate_series(0, days - 1) as n loop
    name := 'day_' || to_char(day, 'YYYYMMDD');
    continue when to_regclass('positions.' || name) is not null;
    -- Two who find it missing make it one after the other.
    perform pg_advisory_xact_lock(hashtextextended('positions.' || name, 0));
    continue when to_regclass('positions.' || name) is not null;
    execute format('create table positions.%I (like positions.points including defaults including constraints)', name);
    execute format('alter table positions.points attach partition positions.%I for values from (%L) to (%L)',
      name, positions.midnight(day), positions.midnight(day + 1));
  end loop;
end $$;

-- Drops the days that are over, and with them every position but what a hold keeps; makes those of today and the next three. What a hold
-- kept goes when it ends. Answers how many days went.
create function positions.sweep(moment timestamptz) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- A wrong clock drops nothing of today.
  today date := (least(moment, clock_timestamp() + interval '1 day') at time zone 'Europe/Lisbon')::date;
  -- Today is one of the days that are kept: nothing is ever older than so many.
  first date := today + 1 - coalesce((select keeps_days from position_settings), 7);
  partition text;
  gone integer := 0;
begin
  for partition in
    select c.relname from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = 'positions.points'::regclass and c.relname < 'day_' || to_char(first, 'YYYYMMDD')
    order by c.relname loop
    execute format('insert into positions.held select * from positions.%I
      where positions.is_held(vehicle_id, at) on conflict do nothing', partition);
    execute format('drop table positions.%I', partition);
    gone := gone + 1;
  end loop;
  delete from positions.held where not exists (
    select from position_holds h where h.vehicle_id = held.vehicle_id and held.at >= h.from_at
      and held.at < coalesce(h.ended_at, h.until_at) and coalesce(h.ended_at, h.until_at) > moment);
  delete from positions.last where at < positions.midnight(first) and not positions.is_held(vehicle_id, moment);
  perform positions.make_days(today, 4);
  return gone;
end $$;

-- Keeps fixes that the rules let in, in one statement, and moves each car's last position ahead. Of two that a device sent for one moment the
-- better known stays, whichever came first. Answers how many of each device were new.
create function positions.keep(
  devices integer[], ats timestamptz[], cars uuid[], lats integer[], lons integer[], speeds smallint[], courses smallint[],
  accuracies smallint[], hiddens boolean[], received timestamptz
) returns table (device integer, fresh integer)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if not exists (select from position_settings where records_since is not null) then
    raise exception 'Positions are not recorded.' using errcode = '42501';
  end if;
  perform positions.make_days(day, 1) from (select distinct (at at time zone 'Europe/Lisbon')::date as day from unnest(ats) as at) days
    where to_regclass('positions.day_' || to_char(day, 'YYYYMMDD')) is null;
  return query
  with given as (
    select distinct on (one.device, one.at) one.*
    from unnest(devices, ats, cars, lats, lons, speeds, courses, accuracies, hiddens)
      as one (device, at, vehicle_id, lat, lon, speed, course, accuracy, hidden)
    order by one.device, one.at, coalesce(one.accuracy, 100), one.lat, one.lon, one.speed, one.course
  ), written as (
    insert into positions.points as known (device, at, vehicle_id, lat, lon, speed, course, accuracy, received_at, hidden)
    select device, at, vehicle_id, lat, lon, speed, course, accuracy, received, hidden from given
    on conflict (device, at) do update
      set lat = excluded.lat, lon = excluded.lon, speed = excluded.speed, course = excluded.course, accuracy = excluded.accuracy
      where (coalesce(excluded.accuracy, 100), excluded.lat, excluded.lon, coalesce(excluded.speed, 32767), coalesce(excluded.course, 32767))
        < (coalesce(known.accuracy, 100), known.lat, known.lon, coalesce(known.speed, 32767), coalesce(known.course, 32767))
    returning known.*
  ), newest as (
    select distinct on (vehicle_id) * from written where not hidden and coalesce(accuracy, 0) <= 100
    order by vehicle_id, at desc, device desc
  ), moved as (
    insert into positions.last as known (device, at, vehicle_id, lat, lon, speed, course, accuracy, received_at, hidden)
    select device, at, vehicle_id, lat, lon, speed, course, accuracy, received_at, hidden from newest order by vehicle_id
    on conflict (vehicle_id) do update
      set device = excluded.device, at = excluded.at, lat = excluded.lat, lon = excluded.lon, speed = excluded.speed,
        course = excluded.course, accuracy = excluded.accuracy, received_at = excluded.received_at
      where (excluded.at, excluded.device) >= (known.at, known.device)
  )
  select written.device, count(*)::integer from written where written.received_at = received group by written.device;
end $$;

-- What a driver did since becoming private goes, also what came while the switch was on its way.
create function positions.forget_private(driver uuid, since timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from positions.points p using assignments a
    where a.driver_id = driver and p.vehicle_id = a.vehicle_id and a.period @> p.at and p.at >= since
      and not positions.is_held(p.vehicle_id, p.at);
  delete from positions.last p using assignments a
    where a.driver_id = driver and p.vehicle_id = a.vehicle_id and a.period @> p.at and p.at >= since
      and not positions.is_held(p.vehicle_id, p.at);
end $$;

-- Who looks is written down before anything is shown: who of the cars' drivers it concerned with it. Refuses (42501) who has no account that may,
-- and whoever says no reason where one is asked for.
create function positions.note_look(
  reader text, role text, what text, day date, cars uuid[], reason text, moment timestamptz
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare look bigint;
begin
  if note_look.role in ('admin', 'driver') and not exists (select from users where uid = note_look.reader and not disabled) then
    raise exception 'Nobody looks without a name.' using errcode = '42501';
  end if;
  if note_look.role = 'admin' and note_look.reason !~ '\S' and (select asks_reason from position_settings) then
    raise exception 'A look needs a reason.' using errcode = '42501';
  end if;
  update position_looks l set until_at = greatest(l.until_at, moment)
    where l.id = (
      select id from position_looks o
      where o.reader is not distinct from note_look.reader and o.role = note_look.role and o.what = note_look.what
        and o.day is not distinct from note_look.day and o.reason = note_look.reason
        and o.at > moment - interval '1 hour' and o.until_at <= moment + interval '1 minute'
      order by o.until_at desc limit 1)
    returning l.id into look;
  if look is null then
    insert into position_looks (reader, role, what, day, reason, at, until_at)
    values (note_look.reader, note_look.role, note_look.what, note_look.day, note_look.reason, moment, moment)
    returning id into look;
  end if;
  insert into position_look_cars (look_id, vehicle_id, driver_id)
  select distinct look, car, a.driver_id from unnest(cars) as car
    left join assignments a on a.vehicle_id = car
      and case when note_look.day is null then a.period @> moment
        else a.period && tstzrange(positions.midnight(note_look.day), positions.midnight(note_look.day + 1)) end
  on conflict do nothing;
end $$;

-- The newest fixes of cars that may be seen, three of each at most, so that one that leapt is told from the others.
create function positions.see_last(reader text, role text, cars uuid[], reason text, moment timestamptz)
  returns setof positions.points language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare seen uuid[];
begin
  select coalesce(array_agg(vehicle_id), '{}') into seen from positions.last
    where see_last.cars is null or vehicle_id = any (see_last.cars);
  if cardinality(seen) = 0 then return; end if;
  perform positions.note_look(see_last.reader, see_last.role, 'last', null, seen, see_last.reason, see_last.moment);
  return query
  select near.* from positions.last newest
    cross join lateral (
      select p.* from positions.points p
      where p.vehicle_id = newest.vehicle_id and p.at <= newest.at and p.at > newest.at - interval '15 minutes'
        and not p.hidden and coalesce(p.accuracy, 0) <= 100
      order by p.at desc, p.device desc limit 3) near
    where newest.vehicle_id = any (seen);
end $$;

-- What a car did on a day of Lisbon; what is hidden is shown where a hold asks for it. For a driver: of the own time with the car alone.
create function positions.see_day(
  reader text, role text, what text, car uuid, day date, own uuid, reason text, moment timestamptz
) returns setof positions.points language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  starts timestamptz := positions.midnight(see_day.day);
  ends timestamptz := positions.midnight(see_day.day + 1);
begin
  if see_day.role = 'driver' and see_day.own is null then
    raise exception 'A driver sees the own time alone.' using errcode = '42501';
  end if;
  perform positions.note_look(see_day.reader, see_day.role, see_day.what, see_day.day, array[see_day.car], see_day.reason, see_day.moment);
  return query
  select p.* from (
      select * from positions.points where vehicle_id = see_day.car and at >= starts and at < ends
      union all
      select * from positions.held where vehicle_id = see_day.car and at >= starts and at < ends) p
    where (not p.hidden or positions.is_held(p.vehicle_id, p.at))
      and (see_day.own is null or exists (
        select from assignments a where a.vehicle_id = p.vehicle_id and a.driver_id = see_day.own and a.period @> p.at))
    order by p.at, p.device;
end $$;

-- Of which days there is something of which cars, and when the last of it came: no place.
create function positions.list_days(since date) returns table (vehicle_id uuid, day date, points bigint, received_at timestamptz)
  language sql security definer set search_path = public, pg_temp as $$
  select vehicle_id, (at at time zone 'Europe/Lisbon')::date, count(*), max(received_at)
  from positions.points where at >= positions.midnight(since) and not hidden group by 1, 2
$$;

revoke all on all functions in schema positions from public;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select on position_settings, position_devices, position_counts, position_notices, position_private_times, position_holds,
      position_looks, position_look_cars, position_days to volante_app;
    grant insert, update on position_settings to volante_app;
    grant insert on position_devices, position_notices, position_private_times, position_holds to volante_app;
    grant update (name, token_hash, token_ends, ended_at, ended_by, heard_at) on position_devices to volante_app;
    grant update (to_at) on position_private_times to volante_app;
    grant update (ended_at, ended_by) on position_holds to volante_app;
    grant insert, update on position_counts, position_days to volante_app;
    grant delete on position_looks, position_counts, position_private_times to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
    grant usage on schema positions to volante_app;
    grant execute on function positions.sweep, positions.keep, positions.forget_private, positions.see_last, positions.see_day,
      positions.list_days to volante_app;
  end if;
end $$;
