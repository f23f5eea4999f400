-- Contracts between the operator and its drivers (docs/decisions/104): the text as it was filled in, who signed it and how
-- that is known, and the sealed file. A text is never changed: another one is another contract.
create table contract_templates (
  kind text not null,
  language text not null,
  version integer not null,
  body text not null,
  sha256 text not null unique,
  used_since timestamptz not null,
  primary key (kind, language, version)
);
create trigger contract_templates_are_written_once before update or delete on contract_templates
  for each row execute function written_once();

create table contracts (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity unique,
  driver_id uuid not null references drivers on delete restrict,
  kind text not null,
  language text not null,
  template_version integer not null,
  -- A NIF, an address and the number of a document stand in it: it is sealed.
  body bytea not null,
  text_sha256 text not null,
  starts_on date not null,
  ends_on date,
  state text not null default 'draft',
  -- Why it was withdrawn or refused.
  reason text,
  file_sha256 text references files,
  created_at timestamptz not null,
  foreign key (kind, language, template_version) references contract_templates,
  constraint contracts_kind_is_known check (kind in ('own-car', 'fleet-car', 'rental', 'deposit', 'plan')),
  constraint contracts_language_is_known check (language in ('pt', 'en')),
  constraint contracts_body_is_sealed check (get_byte(body, 0) = 1),
  constraint contracts_hash_is_one check (text_sha256 ~ '^[0-9a-f]{64}$'),
  constraint contracts_end_after_they_start check (ends_on >= starts_on),
  constraint contracts_state_is_known check (state in ('draft', 'sent', 'signed', 'sealed', 'withdrawn', 'refused')),
  constraint contracts_closed_say_why check ((state in ('withdrawn', 'refused')) = (reason is not null and reason ~ '\S')),
  constraint contracts_sealed_have_a_file check ((state = 'sealed') = (file_sha256 is not null))
);
create index contracts_by_driver on contracts (driver_id, ordinal desc);
create index contracts_by_file on contracts (file_sha256);
create index contracts_by_text on contracts (text_sha256);

create table contract_signatures (
  contract_id uuid not null references contracts on delete restrict,
  whose text not null,
  name text not null,
  uid text,
  -- The account that signed, as it was called then.
  account text,
  signed_at timestamptz not null,
  -- Since when the account had shown who it is, for this signature: at most ten minutes before.
  confirmed_at timestamptz,
  address text,
  browser text not null default '',
  phrase text not null,
  picture_sha256 text references files,
  text_sha256 text not null,
  primary key (contract_id, whose),
  constraint contract_signatures_are_of_a_side check (whose in ('driver', 'company')),
  constraint contract_signatures_have_a_name check (name ~ '\S')
);
create trigger contract_signatures_are_written_once before update or delete on contract_signatures
  for each row execute function written_once();

create table contract_events (
  id bigint generated always as identity primary key,
  contract_id uuid not null references contracts on delete restrict,
  event text not null,
  at timestamptz not null,
  uid text,
  constraint contract_events_are_known check (event in ('draft', 'sent', 'signed', 'sealed', 'withdrawn', 'refused'))
);
create index contract_events_by_contract on contract_events (contract_id, id);
create trigger contract_events_are_written_once before update or delete on contract_events
  for each row execute function written_once();

-- What was sealed or closed stays as it is, whoever asks.
create function keep_closed_contract() returns trigger language plpgsql as $$
begin
  -- A body that is sealed again under another key is the same body: its hash stays.
  if old.state in ('sealed', 'withdrawn', 'refused')
    and (new.state, new.reason, new.file_sha256, new.text_sha256) is distinct from (old.state, old.reason, old.file_sha256, old.text_sha256) then
    raise exception 'A contract that is closed does not change.' using errcode = '55000';
  end if;
  return new;
end $$;
create trigger contracts_stay_closed before update on contracts for each row execute function keep_closed_contract();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on contract_templates, contracts, contract_signatures, contract_events to volante_app;
    grant update (state, reason, file_sha256) on contracts to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
