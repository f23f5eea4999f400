-- That a driver left: until when, what came back, how long the account waits for what comes late. A driver who returns
-- closes it; the time between the last day and the return is a time away.
create table departures (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  driver_id uuid not null references drivers on delete restrict,
  left_at timestamptz not null,
  -- The Lisbon day of it; at midnight the day that ends.
  last_day date not null,
  reason text not null,
  -- What is asked back: [{"what": "car", "name": "ZX-11-TA", "done": true}].
  checklist jsonb not null default '[]',
  -- The deposit is held so long for fines and tolls that come late.
  waits_until date not null,
  -- The last day the driver may sign in; null for no end.
  signs_in_until date,
  -- The week whose statement pays what was left over when the account was closed.
  pays_in date,
  returned_on date,
  created_at timestamptz not null,
  created_by text,
  constraint departures_have_a_reason check (reason ~ '\S'),
  constraint departures_wait_after_the_last_day check (waits_until >= last_day),
  constraint departures_are_read_after_the_last_day check (signs_in_until >= last_day),
  constraint departures_pay_in_a_week check (extract(isodow from pays_in) = 1),
  constraint departures_end_before_the_return check (returned_on > last_day)
);
create unique index departures_one_open on departures (driver_id) where returned_on is null;
create index departures_by_driver on departures (driver_id, ordinal desc);

create function departure_keeps_the_day() returns trigger language plpgsql as $$
begin
  if row(new.driver_id, new.left_at, new.last_day, new.reason, new.created_at)
     is distinct from row(old.driver_id, old.left_at, old.last_day, old.reason, old.created_at)
     or old.returned_on is not null then
    raise exception 'departure % is written', old.id;
  end if;
  return new;
end $$;
create trigger departures_keep_the_day before update on departures for each row execute function departure_keeps_the_day();
create trigger departures_stay before delete on departures for each row execute function written_once();

-- What happened to a leaver's account besides the statements: closed with its figures, paid by the driver, given up.
create table final_movements (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  departure_id uuid not null references departures on delete restrict,
  kind text not null,
  -- Of a closing, what is paid (+) or asked (−); of the others a size.
  amount_cents bigint not null,
  -- Of a closing: the figures as they were, and the newest entry of the current account after it.
  figures jsonb,
  last_entry bigint,
  reason text not null,
  file_sha256 text references files,
  file_name text,
  created_at timestamptz not null,
  created_by text,
  constraint final_movements_kind_is_known check (kind in ('closed', 'received', 'write-off')),
  constraint final_movements_closings_have_figures check ((kind = 'closed') = (num_nonnulls(figures, last_entry) = 2)),
  constraint final_movements_move_something check (kind = 'closed' or amount_cents between 1 and 100000000000),
  constraint final_movements_have_a_reason check (reason ~ '\S'),
  constraint final_movements_files_have_names check ((file_sha256 is null) = (file_name is null))
);
create index final_movements_by_departure on final_movements (departure_id, ordinal);
create trigger final_movements_are_written_once before update or delete on final_movements
  for each row execute function written_once();

-- Closing an account puts plans and deposits on the current account; a deposit used for damages keeps the paper of it.
alter table plan_movements drop constraint plan_movements_kind_is_known;
alter table plan_movements
  add constraint plan_movements_kind_is_known check (kind in ('early', 'write-off', 'returned', 'used', 'due', 'released')),
  add column file_sha256 text references files,
  add column file_name text,
  add constraint plan_movements_files_have_names check ((file_sha256 is null) = (file_name is null));

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on departures, final_movements to volante_app;
    grant update (checklist, waits_until, signs_in_until, pays_in, returned_on) on departures to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
