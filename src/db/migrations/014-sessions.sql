-- A session keeps what it needs to have its token renewed, and tells open pages when it ends.
alter table sessions
  -- Names a session in lists, and is what its sealed token is bound to; says nothing about the cookie.
  add column id uuid not null default gen_random_uuid(),
  -- As it was when the id was last changed: another role changes the id.
  add column role text,
  -- When the person proved who they are, by the clock of the identity service.
  add column authenticated_at timestamptz,
  add column provider text not null default 'password',
  add column with_second_factor boolean not null default false,
  -- One process renews a token at a time; after a failure all wait until `retry_at`, longer each time.
  add column renewing_until timestamptz,
  add column retry_at timestamptz,
  add column back_off_seconds integer not null default 0,
  add constraint sessions_id_is_unique unique (id);
update sessions set role = users.role from users where users.uid = sessions.uid;
alter table sessions alter column role set not null;

-- The password was right, the code is still to come: what the identity service gave for it, sealed. The browser holds a ticket.
create table waiting_sign_ins (
  ticket_hash bytea primary key,
  pending_sealed bytea not null,
  email citext not null,
  factors jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index waiting_sign_ins_by_time on waiting_sign_ins (expires_at);

-- Whoever shows a page to this person looks again whether the session still stands.
create function tell_session_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions', old.uid);
  return null;
end $$;
create trigger sessions_tell_end after delete on sessions for each row execute function tell_session_change();
create trigger users_tell_change after update of disabled, role, valid_since on users for each row
  when ((old.disabled, old.role, old.valid_since) is distinct from (new.disabled, new.role, new.valid_since))
  execute function tell_session_change();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on waiting_sign_ins to volante_app;
  end if;
end $$;
