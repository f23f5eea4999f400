-- A personal address of one statement on paper, for a driver without an account (docs/decisions/178). Only the hash of its token is kept.
create table statement_links (
  id uuid primary key default gen_random_uuid(),
  settlement_id uuid not null references settlements on delete restrict,
  token_hash bytea not null unique,
  made_at timestamptz not null,
  made_by text,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- How often the paper was opened by it, and when last.
  looks integer not null default 0,
  looked_at timestamptz,
  constraint statement_links_expire_after_they_are_made check (expires_at > made_at)
);
create index statement_links_by_settlement on statement_links (settlement_id, made_at desc);

-- Whether the office shared the words by WhatsApp, or the paper itself from its phone, by whatever program.
alter table whatsapp_tellings add column way text not null default 'whatsapp';
alter table whatsapp_tellings add constraint whatsapp_tellings_way_is_known check (way in ('whatsapp', 'file'));

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on statement_links to volante_app;
  end if;
end $$;
