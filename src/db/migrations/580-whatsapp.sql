-- WhatsApp that is sent (docs/decisions/253): the company's account with Meta, who wants it, and every message.

-- At most one. The token, the secret of the application and the word agreed on are sealed.
create table whatsapp_account (
  single boolean primary key default true,
  phone_number_id text not null,
  business_account_id text not null,
  token bytea not null,
  app_secret bytea not null,
  -- What Meta shows when the address is entered in its portal; made here.
  verify_token bytea not null,
  set_at timestamptz not null,
  set_by text,
  state text not null,
  state_since timestamptz not null,
  -- Meta's number of the error, or a word of ours.
  reason text,
  -- The number of the company and the name beside it, as Meta has them.
  phone text,
  verified_name text,
  checked_at timestamptz,
  -- Until when Meta asked to be left alone.
  rest_until timestamptz,
  -- When Meta entered the address, and when it was heard last.
  confirmed_at timestamptz,
  heard_at timestamptz,
  paused_at timestamptz,
  paused_by text,
  constraint whatsapp_account_is_one check (single),
  constraint whatsapp_account_state_is_known check (state in ('connected', 'waiting', 'expired', 'needs-access', 'error')),
  constraint whatsapp_account_is_sealed
    check (get_byte(token, 0) = 1 and get_byte(app_secret, 0) = 1 and get_byte(verify_token, 0) = 1)
);

-- How Meta stands to each template; differs: it is there, with other places to fill in than ours.
create table whatsapp_templates (
  name text not null,
  language text not null,
  state text not null,
  -- Meta's own word for the state, or why it was rejected.
  reason text,
  primary key (name, language),
  constraint whatsapp_templates_state_is_known
    check (state in ('approved', 'pending', 'rejected', 'stopped', 'differs', 'missing'))
);

-- What a message costs by the price list that the office has, in hundred-thousandths of a euro.
create table whatsapp_prices (
  category text primary key,
  price integer not null,
  constraint whatsapp_prices_are_prices check (price between 0 and 100000)
);

-- A driver wants to be told by WhatsApp, at the number that the record had then; ended by the driver, or by an answer that says stop.
create table whatsapp_consents (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid not null references drivers (id) on delete cascade,
  phone text not null,
  -- As the record spelt it: another one is to be confirmed anew.
  record_phone text not null,
  given_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  constraint whatsapp_consents_end_says_how check ((ended_at is null) = (ended_by is null)),
  constraint whatsapp_consents_end_is_known check (ended_by in ('driver', 'reply', 'number'))
);
create unique index whatsapp_consents_stand_once on whatsapp_consents (driver_id) where ended_at is null;
create index whatsapp_consents_by_phone on whatsapp_consents (phone) where ended_at is null;
create index whatsapp_consents_of_driver on whatsapp_consents (driver_id, given_at);

-- One message, from the row to what Meta said of it.
create table whatsapp_outbox (
  id bigint generated always as identity primary key,
  -- Goes along and comes back: by it a message is known whose answer was lost.
  mark uuid not null unique default gen_random_uuid(),
  driver_id uuid references drivers (id) on delete cascade,
  consent_id uuid references whatsapp_consents (id) on delete cascade,
  -- The notice in the own area that says the same.
  notice_id bigint references inbox_notices (id) on delete cascade,
  event text not null,
  params jsonb not null,
  template text not null,
  language text not null,
  phone text not null,
  -- waiting · asking: Meta is being asked · unsure: whether it took the message is not known · sent, delivered, read, failed · dropped: not
  -- sent, for what the reason says.
  state text not null default 'waiting',
  tries integer not null default 0,
  next_try_at timestamptz not null,
  -- From then on it is no news any more, and the mail tells it.
  expires_at timestamptz not null,
  created_at timestamptz not null,
  asked_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  done_at timestamptz,
  reason text,
  -- Meta's own.
  message_id text unique,
  -- As what Meta charges it, and whether it does.
  category text,
  billable boolean,
  constraint whatsapp_outbox_state_is_known
    check (state in ('waiting', 'asking', 'unsure', 'sent', 'delivered', 'read', 'failed', 'dropped'))
);
create index whatsapp_outbox_by_event on whatsapp_outbox (event, id desc);
create index whatsapp_outbox_by_driver on whatsapp_outbox (driver_id, id desc);
create index whatsapp_outbox_by_notice on whatsapp_outbox (notice_id);
create index whatsapp_outbox_by_time on whatsapp_outbox (created_at);
create index whatsapp_outbox_by_consent on whatsapp_outbox (consent_id);
create index whatsapp_outbox_open on whatsapp_outbox (state) where state in ('waiting', 'asking');

-- A waiting message always has its errand, as a mail has (007-mail.sql).
create function whatsapp_is_ordered() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(
    'whatsapp.deliver', json_build_object('id', new.id), job_key => 'whatsapp:' || new.id, run_at => new.next_try_at
  );
  return null;
end $$;
create trigger whatsapp_outbox_is_ordered after insert or update of state, next_try_at on whatsapp_outbox
  for each row when (new.state = 'waiting') execute function whatsapp_is_ordered();

-- A mail that is held back while WhatsApp tells the same: it goes by itself where that does not arrive.
alter table mail_outbox add column whatsapp_id bigint references whatsapp_outbox (id) on delete set null;
create index mail_outbox_by_whatsapp on mail_outbox (whatsapp_id) where whatsapp_id is not null;
alter table mail_outbox drop constraint mail_outbox_way_is_known;
alter table mail_outbox add constraint mail_outbox_way_is_known check (sent_via in ('smtp', 'outbox', 'whatsapp'));

-- The office may leave a message out by WhatsApp too.
alter table notice_rules drop constraint notice_rules_channel_is_known;
alter table notice_rules
  add constraint notice_rules_channel_is_known check (channel in ('inbox', 'mail', 'push', 'whatsapp'));

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on whatsapp_account, whatsapp_templates, whatsapp_prices to volante_app;
    grant select, insert, update on whatsapp_consents, whatsapp_outbox to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
