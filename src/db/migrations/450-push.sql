-- Web Push: notices on a phone or computer, also while the site is closed (docs/decisions/224, 225).

-- What the site signs its pushes with, made at first need. At most one; where VAPID_PRIVATE_KEY is set that one counts.
create table push_keys (
  single boolean primary key default true,
  public_key text not null,
  private_key bytea not null,
  made_at timestamptz not null,
  constraint push_keys_is_one check (single),
  constraint push_keys_is_sealed check (get_byte(private_key, 0) = 1)
);

-- A browser in which somebody asked for notices. It ends with the session it was asked in, but for a session that grew old by itself.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  uid text not null references users (uid) on delete cascade,
  session_id uuid not null unique,
  -- Names it in a cookie of this browser: another person who signs in here ends it.
  mark_hash bytea not null unique,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- To which public half it subscribed.
  public_key text not null,
  device text not null,
  created_at timestamptz not null,
  -- When its person was seen in this browser last.
  seen_at timestamptz not null,
  constraint push_subscriptions_are_safe check (endpoint like 'https://%')
);
create index push_subscriptions_of_person on push_subscriptions (uid, created_at);

-- How somebody wants to be told on a phone; what has no row is the usual (src/domain/push.ts).
create table push_choices (
  uid text primary key references users (uid) on delete cascade,
  topics_off text[] not null default '{}',
  -- Hours of Lisbon in which nothing rings; the same twice: it always may.
  quiet_from smallint not null,
  quiet_until smallint not null,
  with_amounts boolean not null default false,
  changed_at timestamptz not null,
  constraint push_choices_hours_are_hours check (quiet_from between 0 and 23 and quiet_until between 0 and 23)
);

-- One message to one browser, from the row to what the push service said.
create table push_outbox (
  id bigint generated always as identity primary key,
  subscription_id uuid references push_subscriptions (id) on delete set null,
  uid text not null references users (uid) on delete cascade,
  driver_id uuid references drivers (id) on delete cascade,
  -- The notice in the own area that says the same.
  notice_id bigint references inbox_notices (id) on delete cascade,
  event text not null,
  params jsonb not null,
  device text not null,
  state text not null default 'waiting',
  tries integer not null default 0,
  next_try_at timestamptz not null,
  created_at timestamptz not null,
  done_at timestamptz,
  reason text,
  constraint push_outbox_state_is_known check (state in ('waiting', 'sent', 'failed', 'dropped')),
  constraint push_outbox_done_says_when check ((state = 'waiting') = (done_at is null))
);
create index push_outbox_by_event on push_outbox (event, id desc);
create index push_outbox_by_driver on push_outbox (driver_id, id desc);
create index push_outbox_by_notice on push_outbox (notice_id);
create index push_outbox_by_subscription on push_outbox (subscription_id);

-- A waiting message always has its errand, as a mail has (007-mail.sql).
create function push_is_ordered() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(
    'push.deliver', json_build_object('id', new.id), job_key => 'push:' || new.id, run_at => new.next_try_at
  );
  return null;
end $$;
create trigger push_outbox_is_ordered after insert or update of state, next_try_at on push_outbox
  for each row when (new.state = 'waiting') execute function push_is_ordered();

-- The office may leave a message out on phones too.
alter table notice_rules drop constraint notice_rules_channel_is_known;
alter table notice_rules add constraint notice_rules_channel_is_known check (channel in ('inbox', 'mail', 'push'));

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on push_keys to volante_app;
    grant select, insert, update, delete on push_subscriptions, push_choices to volante_app;
    grant select, insert, update on push_outbox to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
