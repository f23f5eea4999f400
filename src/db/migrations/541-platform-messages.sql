-- With what a platform signs the messages that it sends by itself; nobody's as long as there is none (docs/decisions/250).
alter table connections add column signing_key bytea;
alter table connections add constraint connections_signing_key_is_sealed check (get_byte(signing_key, 0) = 1);

-- When the platform said how a driver stands: what it says of an earlier moment changes nothing.
alter table platform_drivers add column state_at timestamptz;
update platform_drivers set state_at = seen_at;
alter table platform_drivers alter column state_at set not null;

-- What a platform sent by itself, in its words and without a word of anybody's: kept so that nothing counts twice.
create table platform_messages (
  provider text not null,
  id text not null,
  -- Its own name of what happened, and whom it is about by its own identifier.
  kind text not null,
  about text,
  state text,
  happened_at timestamptz not null,
  came_at timestamptz not null,
  -- kept: how a driver stands was written · older: something newer is known · nobody: of none that is known ·
  -- unread: of a kind that is not understood · late: too old or of a time to come.
  outcome text not null,
  primary key (provider, id),
  constraint platform_messages_outcome_is_known check (outcome in ('kept', 'older', 'nobody', 'unread', 'late'))
);
create index platform_messages_by_time on platform_messages (provider, came_at desc);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, delete on platform_messages to volante_app;
  end if;
end $$;
