-- What a visitor does that costs the office time is counted by address, for an hour.
create table visitor_tries (
  id bigint generated always as identity primary key,
  kind text not null,
  address text not null,
  at timestamptz not null
);
create index visitor_tries_by_address on visitor_tries (kind, address, at);

-- Somebody who wants to drive. Until it is sent nobody in the office sees it; only the hash of the private link is kept.
create table applications (
  id uuid primary key default gen_random_uuid(),
  code_hash bytea not null unique,
  state text not null default 'started',
  language text not null,
  name text not null,
  email citext not null,
  phone text not null,
  municipality text,
  regime text not null,
  referral text,
  nif text,
  licence_year integer,
  certificate text,
  certificate_until date,
  platforms text,
  vehicle_make text,
  vehicle_model text,
  vehicle_plate text,
  vehicle_year integer,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  sent_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  reason text,
  driver_id uuid references drivers on delete set null,
  constraint applications_state_is_known
    check (state in ('started', 'received', 'talking', 'checking', 'approved', 'rejected', 'withdrawn')),
  constraint applications_regime_is_offered check (regime in ('slot', 'rental', 'percentage')),
  constraint applications_sent_has_time check (state = 'started' or sent_at is not null)
);
create index applications_by_state on applications (state, sent_at desc);
create index applications_by_email on applications (email);
create index applications_by_phone on applications (phone);
create index applications_by_nif on applications (nif) where nif is not null;

create table application_documents (
  id bigint generated always as identity primary key,
  application_id uuid not null references applications on delete cascade,
  kind text not null,
  name text not null,
  file_sha256 text not null references files,
  added_at timestamptz not null
);
create index application_documents_by_application on application_documents (application_id, id);

-- Which text was agreed to, in which words, and when.
create table application_consents (
  application_id uuid not null references applications on delete cascade,
  text text not null,
  version date not null,
  language text not null,
  given_at timestamptz not null,
  primary key (application_id, text)
);

create table application_notes (
  id bigint generated always as identity primary key,
  application_id uuid not null references applications on delete cascade,
  at timestamptz not null,
  by_uid text,
  state text,
  text text not null
);
create index application_notes_by_application on application_notes (application_id, id);

create table contact_messages (
  id bigint generated always as identity primary key,
  state text not null default 'new',
  topic text not null,
  name text not null,
  email citext not null,
  phone text,
  text text not null,
  language text not null,
  created_at timestamptz not null,
  answered_at timestamptz,
  answered_by text,
  constraint contact_messages_state_is_known check (state in ('new', 'answered'))
);
create index contact_messages_by_state on contact_messages (state, id desc);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on visitor_tries, applications, application_documents, application_consents,
      application_notes, contact_messages to volante_app;
  end if;
end $$;
