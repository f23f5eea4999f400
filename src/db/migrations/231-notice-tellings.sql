-- What the office says it sent a driver by WhatsApp, with the words of a notice; taken back where it was not sent after all.
create table notice_tellings (
  id bigint generated always as identity primary key,
  notice_id bigint not null references inbox_notices on delete cascade,
  told_at timestamptz not null,
  told_by text,
  taken_back_at timestamptz,
  taken_back_by text
);
create unique index notice_tellings_stand_once on notice_tellings (notice_id) where taken_back_at is null;

-- The pages of the messages of one event.
create index inbox_notices_by_kind on inbox_notices (kind, id desc);
create index mail_outbox_by_template on mail_outbox (template, id desc);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on notice_tellings to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
