-- One installation is one operator.
create table company (
  single boolean primary key default true,
  name text not null,
  nipc text,
  debtor_iban text,
  pay_day smallint not null default 4,
  uber_organisation uuid,
  via_verde_contracts text[] not null default '{}',
  licence_number text,
  licence_expires_on date,
  sepa_format text not null default 'pain.001.001.09',
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  constraint company_is_one check (single),
  constraint company_pay_day_is_a_weekday check (pay_day between 1 and 7),
  constraint company_sepa_format_is_known check (sepa_format in ('pain.001.001.03', 'pain.001.001.09'))
);

create sequence driver_numbers;

create table drivers (
  id uuid primary key default gen_random_uuid(),
  -- The short name a person reads aloud and other systems know: D7.
  ref text not null default 'M' || nextval('driver_numbers'),
  uid text references users on delete set null,
  name text not null,
  email citext,
  phone text,
  nif text,
  language text not null default 'pt',
  status text not null default 'active',
  started_on date,
  ended_on date,
  notes text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint drivers_ref_is_unique unique (ref),
  constraint drivers_have_one_account unique (uid),
  constraint drivers_status_is_known check (status in ('pending', 'active', 'inactive', 'suspended')),
  constraint drivers_language_is_known check (language in ('pt', 'en')),
  constraint drivers_end_after_start check (ended_on is null or started_on is null or ended_on >= started_on)
);

-- An invitation is for a driver, who may have no account yet.
alter table one_time_links add column driver_id uuid references drivers on delete cascade;
create index one_time_links_by_driver on one_time_links (driver_id);

-- Every IBAN a driver ever had; the newest counts. A change is held before it may be paid to.
create table driver_ibans (
  id bigint generated always as identity primary key,
  driver_id uuid not null references drivers on delete cascade,
  iban text not null,
  holder text,
  added_at timestamptz not null,
  held_until timestamptz,
  added_by text
);
create index driver_ibans_newest on driver_ibans (driver_id, id desc);

-- What a driver and the operator agreed, in force from a Monday on until the next row.
create table terms (
  id bigint generated always as identity primary key,
  driver_id uuid not null references drivers on delete cascade,
  valid_from date not null,
  regime text not null,
  fee_mode text not null default 'none',
  fee_cents bigint,
  fee_always boolean not null default false,
  fee_basis_points integer,
  fee_base text,
  trip_vat text not null default 'itemised',
  toll_policy text not null default 'driver',
  rent_cents bigint not null default 0,
  rent_by_days boolean not null default false,
  driver_share_basis_points integer,
  energy_cap_cents bigint,
  reason text not null default '',
  created_at timestamptz not null,
  created_by text,
  constraint terms_once_per_week unique (driver_id, valid_from),
  constraint terms_start_on_a_monday check (extract(isodow from valid_from) = 1),
  constraint terms_regime_is_known check (regime in ('slot', 'rental', 'percentage', 'employee')),
  constraint terms_fee_mode_is_known check (fee_mode in ('none', 'fixed', 'percent')),
  constraint terms_fixed_fee_has_amount check (fee_mode <> 'fixed' or fee_cents >= 0),
  constraint terms_percent_fee_has_rate check (fee_mode <> 'percent' or (fee_basis_points between 0 and 10000 and fee_base is not null)),
  constraint terms_trip_vat_is_known check (trip_vat in ('none', 'itemised', 'gross6', 'legacy')),
  constraint terms_toll_policy_is_known check (toll_policy in ('driver', 'difference', 'operator')),
  constraint terms_rent_is_not_negative check (rent_cents >= 0),
  constraint terms_percentage_has_share check (regime <> 'percentage' or driver_share_basis_points between 0 and 10000),
  constraint terms_cap_is_not_negative check (energy_cap_cents is null or energy_cap_cents >= 0)
);

create table vehicles (
  id uuid primary key default gen_random_uuid(),
  -- Letters and digits only: ZX11TA.
  plate text not null,
  make text not null default '',
  model text not null default '',
  year smallint,
  energy text not null default '',
  rent_cents bigint not null default 0,
  status text not null default 'active',
  notes text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint vehicles_plate_is_unique unique (plate),
  constraint vehicles_plate_is_normal check (plate ~ '^[A-Z0-9]{4,10}$'),
  constraint vehicles_status_is_known check (status in ('active', 'maintenance', 'sold')),
  constraint vehicles_rent_is_not_negative check (rent_cents >= 0)
);

-- Who had which car, from a moment to a moment: [from, to). One car has one driver at a time.
create table assignments (
  id uuid primary key default gen_random_uuid(),
  vehicle_id uuid not null references vehicles on delete restrict,
  driver_id uuid not null references drivers on delete restrict,
  period tstzrange not null,
  created_at timestamptz not null default now(),
  created_by text,
  constraint assignments_are_not_empty check (not isempty(period)),
  constraint assignments_of_a_car_do_not_overlap exclude using gist (vehicle_id with =, period with &&)
);
create index assignments_by_driver on assignments using gist (driver_id, period);

-- Names by which the platforms know our drivers, cars and the company itself. An answered question of the
-- unmatched queue is a row here, so it is asked once.
create table source_keys (
  id bigint generated always as identity primary key,
  source text not null,
  kind text not null,
  value text not null,
  driver_id uuid references drivers on delete cascade,
  vehicle_id uuid references vehicles on delete cascade,
  company boolean not null default false,
  created_at timestamptz not null default now(),
  created_by text,
  constraint source_keys_name_one_thing unique (source, kind, value),
  constraint source_keys_belong_to_one check (num_nonnulls(driver_id, vehicle_id) + company::int = 1),
  constraint source_keys_value_is_not_empty check (value <> '')
);
create index source_keys_by_driver on source_keys (driver_id);
create index source_keys_by_vehicle on source_keys (vehicle_id);
