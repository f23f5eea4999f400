-- That a driver was told of a statement by WhatsApp, from the office's own phone: who says so, since when, and whether it
-- was taken back. Of one statement one telling stands.
create table whatsapp_tellings (
  id bigint generated always as identity primary key,
  settlement_id uuid not null references settlements on delete restrict,
  told_at timestamptz not null,
  told_by text,
  taken_back_at timestamptz,
  taken_back_by text
);
create unique index whatsapp_tellings_one_stands on whatsapp_tellings (settlement_id) where taken_back_at is null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on whatsapp_tellings to volante_app;
  end if;
end $$;
