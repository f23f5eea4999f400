-- What the office is told of its cars (docs/decisions/275), the zones they are expected in (276), and links to the last place of one car (277).
-- None of these tables holds a position: an alert says when, and where is read by the functions that write down who looked.

-- The hours of Lisbon in which no car is expected to move (both null: none), and up to when what came was looked through.
alter table position_settings
  add column tells_unheld boolean not null default true,
  add column night_from smallint,
  add column night_until smallint,
  add column watched_at timestamptz,
  add constraint position_settings_night_has_both_ends check ((night_from is null) = (night_until is null)),
  add constraint position_settings_night_is_hours check (night_from between 0 and 23 and night_until between 0 and 23 and night_from <> night_until);

-- A circle, or a polygon whose corners are `[[lat, lon], ...]`; of all cars or of those that are named.
create table position_zones (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  shape text not null,
  lat double precision,
  lon double precision,
  radius integer,
  corners jsonb,
  covers text not null,
  tells_leaving boolean not null,
  version integer not null default 1,
  -- Since when it is as it is: what was before was measured by no zone, or by another.
  since timestamptz not null,
  made_at timestamptz not null,
  made_by text,
  ended_at timestamptz,
  ended_by text,
  constraint position_zones_have_a_name check (name ~ '\S'),
  constraint position_zones_cover_all_or_some check (covers in ('all', 'some')),
  constraint position_zones_have_a_shape check (
    case shape
      when 'circle' then lat between -90 and 90 and lon between -180 and 180 and radius between 50 and 1000000 and corners is null
      when 'polygon' then jsonb_array_length(corners) >= 3 and lat is null and lon is null and radius is null
      else false end)
);

create table position_zone_cars (
  zone_id uuid not null references position_zones on delete cascade,
  vehicle_id uuid not null references vehicles on delete cascade,
  primary key (zone_id, vehicle_id)
);
create index position_zone_cars_of_car on position_zone_cars (vehicle_id);

-- A car that moved while nobody had it, at night, or out of its zone: once for each event, which lasts as long as it goes on.
create table position_alerts (
  id integer primary key generated always as identity,
  vehicle_id uuid not null references vehicles on delete cascade,
  kind text not null,
  zone_id uuid references position_zones,
  from_at timestamptz not null,
  until_at timestamptz not null,
  told_at timestamptz not null,
  answer text,
  answer_text text,
  -- Until when the same of this car is told to nobody.
  ignored_until timestamptz,
  hold_id bigint references position_holds on delete set null,
  answered_at timestamptz,
  answered_by text,
  constraint position_alerts_kind_is_known check (kind in ('unheld', 'night', 'zone')),
  constraint position_alerts_of_a_zone_name_it check ((kind = 'zone') = (zone_id is not null)),
  constraint position_alerts_end_after_they_begin check (until_at >= from_at),
  constraint position_alerts_answer_is_known check (answer in ('explained', 'theft', 'ignored')),
  constraint position_alerts_answer_is_somebodys check ((answer is null) = (answered_at is null)),
  constraint position_alerts_ignored_until_then check ((answer is not distinct from 'ignored') = (ignored_until is not null)),
  constraint position_alerts_stand_once unique nulls not distinct (vehicle_id, kind, zone_id, from_at)
);
create index position_alerts_of_car on position_alerts (vehicle_id, until_at desc);
create index position_alerts_open on position_alerts (told_at) where answer is null;

-- An address under which whoever has it sees the last place of one car, until it ends.
create table position_links (
  id integer primary key generated always as identity,
  vehicle_id uuid not null references vehicles on delete cascade,
  kind text not null,
  reason text not null,
  token_hash bytea not null unique,
  token_ends text not null,
  made_at timestamptz not null,
  made_by text,
  until_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  looks integer not null default 0,
  looked_at timestamptz,
  constraint position_links_kind_is_known check (kind in ('customer', 'tow', 'police')),
  constraint position_links_say_why check (reason ~ '\S'),
  constraint position_links_end check (
    until_at > made_at and until_at <= made_at + case kind when 'police' then interval '7 days' else interval '24 hours' end)
);
create index position_links_of_car on position_links (vehicle_id, made_at desc);

alter table position_looks drop constraint position_looks_what_is_known;
alter table position_looks add constraint position_looks_what_is_known check (what in ('last', 'day', 'export', 'kilometres', 'watch', 'moment'));

-- Of which cars something came since a moment: no place.
create function positions.list_heard(since timestamptz) returns table (vehicle_id uuid, at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select vehicle_id, at from positions.last where received_at > list_heard.since
$$;

-- What cars did since a moment, with the fixes before it that say where each stood: for the product itself, which looks whether somebody has to
-- be told. Written down as every look is; nothing that is hidden is among it.
create function positions.see_recent(cars uuid[], since timestamptz, moment timestamptz)
  returns setof positions.points language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if coalesce(cardinality(see_recent.cars), 0) = 0 then return; end if;
  perform positions.note_look(null, 'system', 'watch', null, see_recent.cars, '', see_recent.moment);
  return query
  select p.* from unnest(see_recent.cars) as car
    cross join lateral (
      (select * from positions.points where vehicle_id = car and at >= see_recent.since and not hidden)
      union all
      (select * from positions.points where vehicle_id = car and at < see_recent.since and at >= see_recent.since - interval '1 day' and not hidden
        order by at desc limit 20)) p
  order by p.vehicle_id, p.at, p.device;
end $$;

revoke all on function positions.list_heard, positions.see_recent from public;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on position_zones, position_zone_cars, position_alerts, position_links to volante_app;
    grant update (name, shape, lat, lon, radius, corners, covers, tells_leaving, version, since, ended_at, ended_by) on position_zones to volante_app;
    grant delete on position_zone_cars to volante_app;
    grant update (until_at, answer, answer_text, ignored_until, hold_id, answered_at, answered_by) on position_alerts to volante_app;
    grant delete on position_alerts, position_links to volante_app;
    grant update (ended_at, ended_by, looks, looked_at) on position_links to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
    grant execute on function positions.list_heard, positions.see_recent to volante_app;
  end if;
end $$;
