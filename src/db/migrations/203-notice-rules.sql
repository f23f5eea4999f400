-- Which of the messages that may be left out the office leaves out; what has no row is told.
create table notice_rules (
  event text not null,
  channel text not null,
  off_since timestamptz not null,
  off_by text,
  primary key (event, channel),
  constraint notice_rules_channel_is_known check (channel in ('inbox', 'mail'))
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on notice_rules to volante_app;
  end if;
end $$;
