-- What the office decided to add to or take from a driver's week. Written once; of its state alone, accepted becomes
-- withdrawn, and that only while no live statement carries it.
create table adjustments (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  driver_id uuid not null references drivers on delete restrict,
  -- The week it goes on.
  week date not null,
  -- late: what came too late for the frozen week `about` · the others are written by hand.
  kind text not null,
  about date,
  -- Cents, signed as the driver sees them.
  amount_cents bigint not null,
  -- Printed on the statement; the changes of an accepted late one say why by themselves.
  reason text not null default '',
  -- Line by line what the earlier week was told and comes to: [{"code": "tolls", "from": 0, "to": -130}].
  changes jsonb not null default '[]',
  file_sha256 text references files,
  file_name text,
  state text not null,
  decided_at timestamptz not null,
  decided_by text,
  withdrawn_at timestamptz,
  withdrawn_by text,
  constraint adjustments_week_is_a_monday check (extract(isodow from week) = 1),
  constraint adjustments_are_about_an_earlier_week check (about < week and extract(isodow from about) = 1),
  constraint adjustments_kind_is_known check (kind in ('late', 'fine', 'damage', 'advance', 'prize', 'other')),
  constraint adjustments_late_ones_say_of_what check ((kind = 'late') = (about is not null)),
  constraint adjustments_move_something check (amount_cents <> 0 and abs(amount_cents) <= 100000000000),
  constraint adjustments_have_a_reason check (reason ~ '\S' or (kind = 'late' and state <> 'declined')),
  constraint adjustments_state_is_known check (state in ('accepted', 'declined', 'withdrawn')),
  constraint adjustments_only_late_ones_are_declined check (state <> 'declined' or kind = 'late'),
  constraint adjustments_withdrawn_say_when check ((state = 'withdrawn') = (withdrawn_at is not null)),
  constraint adjustments_files_have_names check ((file_sha256 is null) = (file_name is null))
);
create index adjustments_by_week on adjustments (week);
create index adjustments_by_earlier_week on adjustments (about) where about is not null;
create index adjustments_by_driver on adjustments (driver_id, ordinal desc);

-- The rows behind a late one: those that came, and those the earlier statement stands on that count for it no longer.
create table adjustment_rows (
  adjustment_id uuid not null references adjustments on delete restrict,
  import_row_id bigint not null references import_rows,
  came boolean not null,
  primary key (adjustment_id, import_row_id)
);
create trigger adjustment_rows_are_written_once before update or delete on adjustment_rows
  for each row execute function written_once();

-- The line of a statement that carries it.
alter table settlement_lines add column adjustment_id uuid references adjustments;
create unique index settlement_lines_carry_it_once on settlement_lines (adjustment_id, settlement_id) where adjustment_id is not null;

-- The car held longest and its rent as they were, so that a later rent changes nothing that was issued.
alter table settlements add column held_vehicle_id uuid;
alter table settlements add column vehicle_rent_cents bigint;

create function adjustment_is_withdrawn_alone() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['state', 'withdrawn_at', 'withdrawn_by'] is distinct from
     to_jsonb(old) - array['state', 'withdrawn_at', 'withdrawn_by']
     or old.state <> 'accepted' or new.state <> 'withdrawn' then
    raise exception 'adjustment % is decided', old.id;
  end if;
  if exists (select from settlement_lines l join settlements s on s.id = l.settlement_id
      where l.adjustment_id = old.id and s.state <> 'void') then
    raise exception 'adjustment % is on a statement', old.id;
  end if;
  return new;
end $$;
create trigger adjustments_are_withdrawn_alone before update on adjustments
  for each row execute function adjustment_is_withdrawn_alone();
create trigger adjustments_stay before delete on adjustments for each row execute function written_once();
create trigger adjustments_are_not_emptied before truncate on adjustments for each statement execute function written_once();

-- Weeks whose ground has moved since anybody looked: where to look for what came too late. A mark too many costs a look,
-- a mark too few would lose money; so marks are only added, by whatever moves the ground, and nobody waits for another.
create table week_marks (
  id bigint generated always as identity primary key,
  week date not null
);
create index week_marks_by_week on week_marks (week);

create function rows_mark_weeks() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into week_marks (week) select distinct week from changed;
  return null;
end $$;
create trigger import_rows_mark_new after insert on import_rows referencing new table as changed
  for each statement execute function rows_mark_weeks();
create trigger import_rows_mark_changed after update on import_rows referencing new table as changed
  for each statement execute function rows_mark_weeks();

-- An adjustment that is taken back leaves its week to be settled again.
create function adjustments_mark_weeks() returns trigger language plpgsql as $$
begin
  insert into week_marks (week) values (new.about);
  return null;
end $$;
create trigger adjustments_mark_withdrawn after update on adjustments
  for each row when (new.about is not null) execute function adjustments_mark_weeks();

-- A car's time with a driver: every week it touches, now or before, among those with statements and the two running.
create function assignments_mark_weeks() returns trigger language plpgsql security definer set search_path = public as $$
declare
  before tstzrange := case when tg_op <> 'INSERT' then old.period end;
  after tstzrange := case when tg_op <> 'DELETE' then new.period end;
begin
  insert into week_marks (week)
  select week from (select distinct week from settlements where state <> 'void'
      union select date_trunc('week', now() at time zone 'Europe/Lisbon')::date
      union select date_trunc('week', now() at time zone 'Europe/Lisbon')::date - 7) known,
    lateral (select tstzrange(week::timestamp at time zone 'Europe/Lisbon', (week + 7)::timestamp at time zone 'Europe/Lisbon') as whole) span
  where coalesce(before * whole, 'empty') is distinct from coalesce(after * whole, 'empty')
    or tg_op = 'UPDATE' and (old.driver_id, old.vehicle_id) is distinct from (new.driver_id, new.vehicle_id)
      and (before && whole or after && whole);
  return null;
end $$;
create trigger assignments_mark_changed after insert or update or delete on assignments
  for each row execute function assignments_mark_weeks();

-- A name that is answered, or answered otherwise, moves every row that bears it; so does a plate that comes or goes.
create function keys_mark_weeks() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from settlements) then return null; end if;
  insert into week_marks (week)
  select distinct r.week from import_rows r, jsonb_array_elements(r.keys) as name
  where r.state = 'live' and (r.source, name ->> 'kind', name ->> 'value') in (select source, kind, value from changed);
  return null;
end $$;
create trigger source_keys_mark_new after insert on source_keys referencing new table as changed
  for each statement execute function keys_mark_weeks();
create trigger source_keys_mark_changed after update on source_keys referencing new table as changed
  for each statement execute function keys_mark_weeks();
create trigger source_keys_mark_removed after delete on source_keys referencing old table as changed
  for each statement execute function keys_mark_weeks();

create function mark_weeks_of_plates(plates text[]) returns void language sql security definer set search_path = public as $$
  insert into week_marks (week)
  select distinct r.week from import_rows r, jsonb_array_elements(r.keys) as name
  where r.state = 'live' and name ->> 'kind' = 'plate' and name ->> 'value' = any(plates) and exists (select from settlements);
$$;
create function plates_mark_weeks() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform mark_weeks_of_plates(array[old.plate, new.plate]);
  else
    perform mark_weeks_of_plates((select array_agg(plate) from changed));
  end if;
  return null;
end $$;
create trigger vehicles_mark_new after insert on vehicles referencing new table as changed
  for each statement execute function plates_mark_weeks();
create trigger vehicles_mark_removed after delete on vehicles referencing old table as changed
  for each statement execute function plates_mark_weeks();
create trigger vehicles_mark_renamed after update of plate on vehicles
  for each row when (old.plate is distinct from new.plate) execute function plates_mark_weeks();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on adjustments, adjustment_rows to volante_app;
    grant update (state, withdrawn_at, withdrawn_by) on adjustments to volante_app;
    grant select, insert, delete on week_marks to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
