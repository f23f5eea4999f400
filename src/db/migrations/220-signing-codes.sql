-- How it is known who signs (docs/decisions/132): a code for once that was mailed, with the signature that it was typed for;
-- and where each step of a contract came from.
create table contract_codes (
  id bigint generated always as identity primary key,
  contract_id uuid not null references contracts on delete restrict,
  -- The address as the evidence shows it: the whole one is in the outbox.
  sent_to text not null,
  -- Of the contract and the code together, under the secret of this house: six digits alone would be found by trying.
  code_hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- Wrong ones typed.
  tries integer not null default 0,
  used_at timestamptz
);
create index contract_codes_newest on contract_codes (contract_id, id desc);

alter table contract_signatures
  add column code_to text,
  add column code_sent_at timestamptz,
  add constraint contract_signatures_code_has_both check ((code_to is null) = (code_sent_at is null));

alter table contract_events
  add column address text,
  add column browser text,
  -- To where, or why.
  add column detail text,
  drop constraint contract_events_are_known,
  add constraint contract_events_are_known check (event in (
    'draft', 'sent', 'signed', 'sealed', 'withdrawn', 'refused', 'ended', 'code'));

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on contract_codes to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
