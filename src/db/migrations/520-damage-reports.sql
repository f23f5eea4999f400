-- What a driver reports of a car, on the road or in the garage (docs/decisions/243): what and where, when, with whom, and photos. It waits
-- for the office, which makes the car's damage of it, and the accident, or refuses it with a reason. Both can be taken back.
create table damage_reports (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity unique,
  vehicle_id uuid not null references vehicles on delete restrict,
  -- Who reports it, and who had the car at that minute as it was known when the report came; nobody where nobody had it.
  driver_id uuid not null references drivers on delete restrict,
  holder_id uuid references drivers on delete restrict,
  kind text not null,
  happened_at timestamptz not null,
  sent_at timestamptz not null,
  place text not null,
  account text not null,
  -- As the driver saw it, where they said so.
  type text,
  part text,
  severity text,
  -- Of an accident alone.
  injured text,
  amicable text,
  other_name text,
  other_plate text,
  other_insurer text,
  other_policy text,
  police text,
  police_number text,
  form_sha256 text references files,
  form_name text,
  -- waiting: for the office · confirmed: it is the car's damage · refused: with a reason · withdrawn: by who sent it.
  state text not null default 'waiting',
  answer text not null default '',
  decided_at timestamptz,
  decided_by text,
  accident_id uuid references accidents on delete restrict,
  constraint damage_reports_kind_is_known check (kind in ('damage', 'accident')),
  constraint damage_reports_state_is_known check (state in ('waiting', 'confirmed', 'refused', 'withdrawn')),
  constraint damage_reports_say_what_and_where check (account ~ '\S' and place ~ '\S'),
  constraint damage_reports_severity_is_known check (severity in ('light', 'moderate', 'serious')),
  constraint damage_reports_accidents_say_how check (kind <> 'accident' or injured in ('no', 'yes') and amicable in ('signed', 'refused', 'none')),
  constraint damage_reports_files_have_names check ((form_sha256 is null) = (form_name is null)),
  constraint damage_reports_refused_say_why check (state <> 'refused' or answer ~ '\S'),
  constraint damage_reports_decided_say_when check ((state = 'waiting') = (decided_at is null))
);
create index damage_reports_by_vehicle on damage_reports (vehicle_id, happened_at desc);
create index damage_reports_by_driver on damage_reports (driver_id, sent_at desc);
create index damage_reports_waiting on damage_reports (sent_at) where state = 'waiting';

create table damage_report_photos (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity unique,
  report_id uuid not null references damage_reports on delete restrict,
  file_sha256 text not null references files
);
create index damage_report_photos_by_report on damage_report_photos (report_id, ordinal);
create trigger damage_report_photos_are_written_once before update or delete on damage_report_photos
  for each row execute function written_once();

-- Damage is found by an inspection, or reported by a driver and confirmed.
alter table damages
  alter column inspection_id drop not null,
  add column report_id uuid references damage_reports on delete restrict,
  add constraint damages_were_found_or_reported check (num_nonnulls(inspection_id, report_id) = 1);
create unique index damages_one_a_report on damages (report_id) where report_id is not null;

-- A question may be about a report.
alter table tickets
  add column damage_report_id uuid references damage_reports on delete restrict,
  drop constraint tickets_are_about_one_thing,
  add constraint tickets_are_about_one_thing
    check (num_nonnulls(week, line, vehicle_id, paper_id, fine_id, damage_id, damage_report_id) <= 1);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on damage_reports, damage_report_photos to volante_app;
    grant update (state, answer, decided_at, decided_by, accident_id) on damage_reports to volante_app;
    -- A confirmation that is taken back takes its damage along, while nothing refers to it.
    grant delete on damages to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
