-- A personal link to one contract, for somebody without an account (docs/decisions/132). Only the hash of its token is kept.
create table contract_links (
  id uuid primary key default gen_random_uuid(),
  contract_id uuid not null references contracts on delete restrict,
  token_hash bytea not null unique,
  made_at timestamptz not null,
  made_by text,
  expires_at timestamptz not null,
  -- Wrong answers, where facts of the record are asked for instead of a code.
  tries integer not null default 0,
  revoked_at timestamptz,
  used_at timestamptz,
  constraint contract_links_expire_after_they_are_made check (expires_at > made_at)
);
create index contract_links_by_contract on contract_links (contract_id, made_at desc);

alter table contract_signatures
  add column link_id uuid references contract_links on delete restrict,
  -- What was asked for instead of a code, by name: the answers are nowhere.
  add column facts text[] not null default '{}';

alter table contract_events
  drop constraint contract_events_are_known,
  add constraint contract_events_are_known check (event in (
    'draft', 'sent', 'signed', 'sealed', 'withdrawn', 'refused', 'ended', 'code', 'link', 'link-revoked', 'opened'));

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on contract_links to volante_app;
  end if;
end $$;
