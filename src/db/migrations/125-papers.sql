-- Papers of drivers, cars and the operator: which are needed, what of them is here, and until when (docs/decisions/101).
-- Whether somebody may drive on a day is told by these dates; it is nowhere written down.
create table paper_kinds (
  code text primary key,
  -- In the order of the list.
  ordinal bigint generated always as identity unique,
  holder text not null,
  name_pt text not null,
  name_en text not null,
  -- Of drivers, the regimes it is asked of; empty, of everybody.
  applies_to text[] not null default '{}',
  has_expiry boolean not null,
  -- How long one usually holds: what the form proposes.
  valid_months integer,
  needed_to_drive boolean not null default false,
  needed_to_assign boolean not null default false,
  needed_to_pay boolean not null default false,
  from_driver boolean not null default false,
  -- Looked at and noted down; its file is never kept.
  is_sensitive boolean not null default false,
  is_used boolean not null default true,
  version integer not null default 1,
  constraint paper_kinds_code_is_a_word check (code ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
  constraint paper_kinds_holder_is_known check (holder in ('driver', 'car', 'company')),
  constraint paper_kinds_have_names check (name_pt ~ '\S' and name_en ~ '\S'),
  constraint paper_kinds_regimes_are_known
    check (applies_to <@ array['slot', 'rental', 'percentage', 'employee'] and (holder = 'driver' or applies_to = '{}')),
  constraint paper_kinds_validity_is_some check (valid_months is null or (valid_months between 1 and 240 and has_expiry)),
  constraint paper_kinds_of_drivers_come_from_drivers check (not from_driver or holder = 'driver')
);

-- Whether what is missing stops anything. Off: a fleet that already works has none of its papers here yet.
create table paper_rules (
  single boolean primary key default true check (single),
  stops_assigning boolean not null default false,
  stops_paying boolean not null default false,
  needs_contract boolean not null default false,
  version integer not null default 1
);
insert into paper_rules default values;

create table papers (
  id uuid primary key,
  ordinal bigint generated always as identity unique,
  kind text not null references paper_kinds on delete restrict,
  -- Of a driver, of a car, or of neither: the operator's.
  driver_id uuid references drivers on delete restrict,
  vehicle_id uuid references vehicles on delete restrict,
  state text not null,
  -- Sealed: the number of somebody's identity document, the access code of a certificate.
  number bytea,
  issued_on date,
  expires_on date,
  file_sha256 text references files,
  file_name text,
  -- Until when it was asked for, and what was said with that.
  due_on date,
  words text not null default '',
  asked_at timestamptz,
  asked_by text,
  sent_at timestamptz,
  sent_by text,
  answered_at timestamptz,
  answered_by text,
  -- Why it was refused.
  reason text not null default '',
  -- The paper in its place, and the first day on which that one counts.
  replaced_by uuid references papers deferrable initially deferred,
  replaced_on date,
  -- Of the operator: every driver reads it, and says so.
  published_at timestamptz,
  constraint papers_are_of_one check (num_nonnulls(driver_id, vehicle_id) <= 1),
  constraint papers_state_is_known check (state in ('asked', 'sent', 'accepted', 'refused', 'replaced')),
  constraint papers_asked_say_when check (state <> 'asked' or asked_at is not null),
  constraint papers_sent_say_when check (state = 'asked' or sent_at is not null),
  constraint papers_answered_say_when check (state in ('asked', 'sent') or answered_at is not null),
  constraint papers_refused_say_why check (state <> 'refused' or reason ~ '\S'),
  constraint papers_end_after_they_begin check (expires_on >= issued_on),
  constraint papers_replaced_say_by_which
    check ((state = 'replaced') = (replaced_by is not null) and (replaced_by is null) = (replaced_on is null)),
  constraint papers_replaced_by_another check (replaced_by <> id),
  constraint papers_files_have_names check ((file_sha256 is null) = (file_name is null)),
  constraint papers_published_are_the_operators
    check (published_at is null or (driver_id is null and vehicle_id is null and state in ('accepted', 'replaced')))
);
-- One counts, and one is on its way: of a kind, of one person, car or operator.
create unique index papers_one_counts on papers
  (kind, coalesce(driver_id, vehicle_id, '00000000-0000-0000-0000-000000000000'::uuid)) where state = 'accepted';
create unique index papers_one_on_its_way on papers
  (kind, coalesce(driver_id, vehicle_id, '00000000-0000-0000-0000-000000000000'::uuid)) where state in ('asked', 'sent');
create index papers_by_driver on papers (driver_id) where driver_id is not null;
create index papers_by_vehicle on papers (vehicle_id) where vehicle_id is not null;
create index papers_by_file on papers (file_sha256) where file_sha256 is not null;
create index papers_waiting on papers (sent_at) where state = 'sent';

-- What was told of the end of a paper, each warning once.
create table paper_warnings (
  paper_id uuid not null references papers on delete cascade,
  -- Days before the end; -1 the day after it.
  days integer not null,
  warned_at timestamptz not null,
  primary key (paper_id, days),
  constraint paper_warnings_days_are_known check (days in (60, 30, 15, 7, 1, -1))
);

-- Who read a paper that the operator published.
create table paper_readings (
  paper_id uuid not null references papers on delete cascade,
  driver_id uuid not null references drivers on delete restrict,
  read_at timestamptz not null,
  address text,
  primary key (paper_id, driver_id)
);

-- Days on which a driver was suspended: the state of the record says it of today alone.
create table driver_suspensions (
  id bigint generated always as identity primary key,
  driver_id uuid not null references drivers on delete restrict,
  -- null: before anybody wrote it down.
  from_on date,
  until_on date,
  constraint driver_suspensions_end_after_they_begin check (until_on >= from_on)
);
create unique index driver_suspensions_one_open on driver_suspensions (driver_id) where until_on is null;
insert into driver_suspensions (driver_id) select id from drivers where status = 'suspended';

insert into paper_kinds (code, holder, name_pt, name_en, applies_to, has_expiry, valid_months,
  needed_to_drive, needed_to_assign, needed_to_pay, from_driver, is_sensitive) values
  ('identity', 'driver', 'Documento de identificação', 'Identity document', '{}', true, null, false, true, false, true, false),
  ('driving-licence', 'driver', 'Carta de condução (B com grupo 2)', 'Driving licence (B with group 2)', '{}', true, null, true, true, false, true, false),
  ('cmtvde', 'driver', 'Certificado de motorista de TVDE', 'TVDE driver certificate', '{}', true, 60, true, true, false, true, false),
  ('slot-link', 'driver', 'Associação da viatura própria no IMT', 'Own car linked at IMT', '{slot}', true, null, true, true, false, true, false),
  ('criminal-record', 'driver', 'Certificado do registo criminal', 'Criminal record certificate', '{}', true, 12, false, true, false, true, true),
  ('work-accidents', 'driver', 'Seguro de acidentes de trabalho', 'Work accident insurance', '{slot,rental,percentage}', true, 12, false, false, false, true, false),
  ('activity', 'driver', 'Início de atividade nas Finanças', 'Registration as self-employed', '{slot,rental,percentage}', false, null, false, false, false, true, false),
  ('iban-proof', 'driver', 'Comprovativo de IBAN', 'Proof of IBAN', '{}', false, null, false, false, true, true, false),
  ('address-proof', 'driver', 'Comprovativo de morada', 'Proof of address', '{}', false, null, false, false, false, true, false),
  ('photo', 'driver', 'Fotografia', 'Photograph', '{}', false, null, false, false, false, true, false),
  ('registration', 'car', 'Certificado de matrícula (DUA)', 'Registration certificate', '{}', false, null, true, true, false, false, false),
  ('car-insurance', 'car', 'Seguro da viatura para TVDE', 'Car insurance for TVDE', '{}', true, 12, true, true, false, false, false),
  ('inspection', 'car', 'Inspeção periódica (IPO)', 'Periodic inspection', '{}', true, 12, true, true, false, false, false),
  ('imt-car', 'car', 'Registo da viatura no IMT', 'Car registered at IMT', '{}', true, 60, true, true, false, false, false),
  ('sticker', 'car', 'Dístico TVDE', 'TVDE sticker', '{}', false, null, false, false, false, false, false),
  ('road-tax', 'car', 'IUC pago', 'Road tax paid', '{}', true, 12, false, false, false, false, false),
  ('car-title', 'car', 'Contrato da viatura (renting, aluguer, leasing)', 'Contract of the car (renting, rental, leasing)', '{}', true, null, false, false, false, false, false),
  ('extinguisher', 'car', 'Extintor de 2 kg', '2 kg fire extinguisher', '{}', true, 12, false, false, false, false, false),
  ('operator-licence', 'company', 'Licença de operador de TVDE', 'TVDE operator licence', '{}', true, 60, true, true, false, false, false),
  ('managers-record', 'company', 'Registo criminal dos gerentes', 'Criminal record of the managers', '{}', true, 12, false, false, false, false, true),
  ('liability', 'company', 'Seguro de responsabilidade civil', 'Liability insurance', '{}', true, 12, false, false, false, false, false),
  ('company-certificate', 'company', 'Certidão permanente', 'Company certificate', '{}', true, 12, false, false, false, false, false),
  ('tax-clearance', 'company', 'Certidão de não dívida às Finanças', 'Tax clearance certificate', '{}', true, 3, false, false, false, false, false),
  ('social-clearance', 'company', 'Certidão de não dívida à Segurança Social', 'Social security clearance', '{}', true, 4, false, false, false, false, false),
  ('house-rules', 'company', 'Instruções para motoristas', 'Instructions for drivers', '{}', false, null, false, false, false, false, false);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on paper_kinds, papers, driver_suspensions to volante_app;
    grant select, update on paper_rules to volante_app;
    grant select, insert on paper_warnings, paper_readings to volante_app;
    grant delete on driver_suspensions to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
