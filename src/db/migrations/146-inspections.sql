-- A car is looked at when it is handed over, when it comes back, or in between (docs/decisions/108): photos, what goes along
-- with it, kilometres, and who signed. Written once, by whoever was there; it may have waited on a phone without a network.
create table inspections (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity unique,
  -- Made on the phone: however often it is sent, it is one.
  sent_key uuid not null unique,
  vehicle_id uuid not null references vehicles on delete restrict,
  kind text not null,
  driver_id uuid references drivers on delete restrict,
  at timestamptz not null,
  kilometres integer not null,
  -- Fuel or charge, of a hundred.
  energy smallint,
  -- Of what goes along, what was there.
  checklist jsonb not null default '[]',
  notes text not null default '',
  office_signed text not null,
  office_signature_sha256 text references files,
  -- Who took or gave the car back: by name, or why not.
  driver_signed text,
  driver_signature_sha256 text references files,
  driver_refused text,
  -- What could not be done with it when it arrived: kilometres, holder.
  doubts jsonb not null default '[]',
  received_at timestamptz not null,
  created_by text,
  constraint inspections_kind_is_known check (kind in ('out', 'in', 'check')),
  constraint inspections_are_of_somebody check (kind = 'check' or driver_id is not null),
  constraint inspections_kilometres_are_possible check (kilometres between 0 and 2000000),
  constraint inspections_energy_is_a_part check (energy between 0 and 100),
  constraint inspections_are_signed check (office_signed ~ '\S'),
  constraint inspections_signed_or_refused check (kind = 'check' or num_nonnulls(driver_signed, driver_refused) = 1)
);
create index inspections_by_vehicle on inspections (vehicle_id, at desc);
create index inspections_by_driver on inspections (driver_id, at desc) where driver_id is not null;
create trigger inspections_are_written_once before update or delete on inspections for each row execute function written_once();

-- One photo of each side, or why there is none.
create table inspection_photos (
  id bigint generated always as identity primary key,
  inspection_id uuid not null references inspections on delete restrict,
  side text not null,
  file_sha256 text references files,
  missing_reason text,
  constraint inspection_photos_one_a_side unique (inspection_id, side),
  constraint inspection_photos_are_there_or_say_why check (num_nonnulls(file_sha256, missing_reason) = 1)
);
create trigger inspection_photos_are_written_once before update or delete on inspection_photos
  for each row execute function written_once();

-- What is wrong with a car, where on the drawing, and what became of it.
create table damages (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity unique,
  vehicle_id uuid not null references vehicles on delete restrict,
  inspection_id uuid not null references inspections on delete restrict,
  type text not null,
  part text not null,
  x smallint not null,
  y smallint not null,
  severity text not null,
  -- Not there when the car was looked at before.
  is_new boolean not null,
  note text not null default '',
  -- Who had the car when it happened, where that is known.
  driver_id uuid references drivers on delete restrict,
  -- noted · proposed: the driver was told what it would cost · contested: by the driver · settled: nothing is left to do.
  state text not null default 'noted',
  estimate_cents bigint,
  estimate_sha256 text references files,
  estimate_name text,
  invoice_cents bigint,
  invoice_sha256 text references files,
  invoice_name text,
  proposed_at timestamptz,
  contested_at timestamptz,
  contested_words text,
  answer text not null default '',
  constraint damages_lie_on_the_drawing check (x between 0 and 1000 and y between 0 and 1000),
  constraint damages_severity_is_known check (severity in ('light', 'moderate', 'serious')),
  constraint damages_state_is_known check (state in ('noted', 'proposed', 'contested', 'settled')),
  constraint damages_proposed_to_somebody check (state not in ('proposed', 'contested')
    or driver_id is not null and estimate_cents is not null and proposed_at is not null),
  constraint damages_contested_say_why check (state <> 'contested' or contested_words ~ '\S'),
  constraint damages_cost_something check (estimate_cents between 1 and 100000000 and invoice_cents between 1 and 100000000)
);
create index damages_by_vehicle on damages (vehicle_id, ordinal);
create index damages_by_driver on damages (driver_id, ordinal desc) where driver_id is not null;

alter table car_charges
  add column damage_id uuid references damages on delete restrict,
  add constraint car_charges_are_for_one_thing check (num_nonnulls(fine_id, damage_id) = 1);
create index car_charges_by_damage on car_charges (damage_id) where damage_id is not null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on inspections, inspection_photos, damages to volante_app;
    grant update (state, driver_id, estimate_cents, estimate_sha256, estimate_name, invoice_cents, invoice_sha256,
      invoice_name, proposed_at, contested_at, contested_words, answer) on damages to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
