-- What a driver is told in the own area: written in the transaction of what it tells of, read when it is opened.
create table inbox_notices (
  id bigint generated always as identity primary key,
  driver_id uuid not null references drivers on delete cascade,
  kind text not null,
  params jsonb not null default '{}',
  created_at timestamptz not null,
  read_at timestamptz
);
create index inbox_notices_by_driver on inbox_notices (driver_id, id desc);
create index inbox_notices_unread on inbox_notices (driver_id) where read_at is null;
create index inbox_notices_of_a_week on inbox_notices (kind, (params ->> 'week'), driver_id, id desc);

-- The office's view of the outbox.
create index mail_outbox_by_state on mail_outbox (state, id desc);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on inbox_notices to volante_app;
  end if;
end $$;
