-- Whom the company was asked to forget (docs/decisions/288): which record it was, and nothing that tells of the person.
create table erasures (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  -- `driver:<id>`, `application:<id>`, `message:<id>`, `account:<uid>`
  subject text not null,
  asked_at timestamptz not null,
  asked_by text,
  confirmed_at timestamptz,
  confirmed_by text,
  -- Taken back before it was confirmed.
  withdrawn_at timestamptz,
  withdrawn_by text,
  -- The last time that something was looked for, and when nothing was left to go.
  looked_at timestamptz,
  over_at timestamptz,
  rows_gone bigint not null default 0,
  constraint erasures_say_of_whom check (subject ~ '^(driver|application|message|account):.'),
  constraint erasures_end_one_way check (num_nonnulls(confirmed_at, withdrawn_at) <= 1)
);
create unique index erasures_once on erasures (subject) where withdrawn_at is null;

create function erasure_is_decided_once() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  free constant text[] := array['looked_at', 'over_at', 'rows_gone'];
  decision constant text[] := array['confirmed_at', 'confirmed_by', 'withdrawn_at', 'withdrawn_by'];
begin
  if to_jsonb(new) - free - decision is distinct from to_jsonb(old) - free - decision
    or (num_nonnulls(old.confirmed_at, old.withdrawn_at) = 1
      and to_jsonb(new) - free is distinct from to_jsonb(old) - free) then
    raise exception 'what was decided of erasure % stays', old.id;
  end if;
  return new;
end $$;
create trigger erasures_are_decided_once before update on erasures for each row execute function erasure_is_decided_once();
create trigger erasures_stay before delete on erasures for each row execute function written_once();

-- From which tables rows of a person may go. `waits`: only once no book of the last ten years is theirs. What is not here stays, whoever asks.
create table erasable (of_table text primary key, waits boolean not null);

-- What is being erased at this moment, by the transaction that does it: only `erase_rows` and `erase_log` write here.
create table erasing (xid xid8 not null, of_table text not null);

create function is_being_erased(of_table text) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from erasing e where e.xid = pg_current_xact_id_if_assigned() and e.of_table = is_being_erased.of_table)
$$;

-- What is written once is deleted by an erasure, from a table that allows it, and changed in the log alone.
create or replace function written_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and public.is_being_erased(tg_table_name) then return old; end if;
  if tg_op = 'UPDATE' and tg_table_name = 'audit_events' and public.is_being_erased('audit_events') then return new; end if;
  raise exception '% is written once and never changed', tg_table_name;
end $$;

create or replace function only_requests_go() returns trigger language plpgsql as $$
begin
  if old.state <> 'asked' and not public.is_being_erased('papers') then
    raise exception 'A paper that came stays.' using errcode = '55000';
  end if;
  return old;
end $$;

-- Whether a driver is named in a book that has to be kept: ten calendar years after the year it is of.
create function has_kept_books(subject text) returns boolean language sql stable set search_path = public, pg_temp as $$
  with own as (
    select id from drivers where 'driver:' || id = subject or 'driver:' || merged_into = subject
  ), since as (select make_date(extract(year from current_date)::int - 10, 1, 1) as day)
  select exists (select from journals, since where driver_id in (select id from own) and effective_on >= day)
    or exists (select from settlements, since where driver_id in (select id from own) and week >= day)
$$;

-- Rows of a person go from one table. Which ones the register of personal data says; whether they may, this says.
create function erase_rows(erasure uuid, from_table text, gone tid[]) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked erasures;
  count bigint;
begin
  select * into asked from erasures where id = erasure;
  if asked.confirmed_at is null then raise exception 'nobody confirmed erasure %', erasure; end if;
  if not exists (
    select from erasable e where e.of_table = from_table and (not e.waits or not has_kept_books(asked.subject))
  ) then
    raise exception 'nothing is erased from %', from_table;
  end if;
  insert into erasing values (pg_current_xact_id(), from_table);
  execute format('delete from public.%I where ctid = any ($1)', from_table) using gone;
  get diagnostics count = row_count;
  delete from erasing where xid = pg_current_xact_id();
  return count;
end $$;

-- Events of the log out of which something was erased: their content is no longer what was hashed, their place and their hash are.
create table audit_erased (
  seq bigint primary key,
  erasure_id uuid not null references erasures (id),
  erased_at timestamptz not null
);
create trigger audit_erased_are_written_once before update or delete on audit_erased
  for each row execute function written_once();

create function says(value jsonb, words text[]) returns boolean language sql immutable as $$
  select exists (select from unnest(words) word where strpos(value::text, word) > 0)
$$;

-- Takes out of the log what tells how a person is reached: these names of theirs, and any value that says one of these words.
create function erase_log(erasure uuid, subjects text[], names text[], words text[], uid text, moment timestamptz)
  returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_events bigint[];
begin
  if not exists (select from erasures where id = erasure and confirmed_at is not null) then
    raise exception 'nobody confirmed erasure %', erasure;
  end if;
  found_events := array(
    select seq from audit_events e
    where (e.subject = any (subjects) and (e.before ?| names or e.after ?| names))
      or (e.actor = uid and e.actor_role = 'driver' and e.address is not null)
      or exists (select from unnest(words) word
        where strpos(coalesce(e.before::text, ''), word) > 0 or strpos(coalesce(e.after::text, ''), word) > 0));
  if cardinality(found_events) = 0 then return 0; end if;
  insert into erasing values (pg_current_xact_id(), 'audit_events');
  insert into audit_erased select seq, erasure, moment from unnest(found_events) seq on conflict do nothing;
  update audit_events e set
    before = case when says(e.before - names, words) then null else e.before - names end,
    after = case when says(e.after - names, words) then null else e.after - names end,
    address = case when e.actor = uid then null else e.address end
  where seq = any (found_events);
  delete from erasing where xid = pg_current_xact_id();
  return cardinality(found_events);
end $$;

insert into erasable (of_table, waits) values
  ('accidents', false),
  ('application_consents', false),
  ('application_documents', false),
  ('application_letters', false),
  ('application_links', false),
  ('application_notes', false),
  ('application_tasks', false),
  ('applications', false),
  ('contact_messages', false),
  ('contract_preparations', false),
  ('corrections', false),
  ('damage_report_photos', false),
  ('damage_reports', false),
  ('digest_choices', false),
  ('digests', false),
  ('driver_suspensions', false),
  ('identity_factors', false),
  ('identity_providers', false),
  ('identity_refresh_tokens', false),
  ('inbox_notices', false),
  ('inspection_photos', false),
  ('inspections', false),
  ('mail_outbox', false),
  ('notice_tellings', false),
  ('one_time_links', false),
  ('other_incomes', false),
  ('own_expenses', false),
  ('paper_readings', false),
  ('paper_standings', false),
  ('paper_warnings', false),
  ('papers', false),
  ('passkeys', false),
  ('platform_drivers', false),
  ('platform_messages', false),
  ('platform_states', false),
  ('position_counts', false),
  ('position_devices', false),
  ('position_look_cars', false),
  ('position_notices', false),
  ('position_private_times', false),
  ('push_choices', false),
  ('push_outbox', false),
  ('push_subscriptions', false),
  ('released_keys', false),
  ('removed_keys', false),
  ('report_readers', false),
  ('report_sendings', false),
  ('saved_views', false),
  ('sessions', false),
  ('shift_patterns', false),
  ('shift_requests', false),
  ('shifts', false),
  ('source_keys', false),
  ('ticket_files', false),
  ('ticket_messages', false),
  ('tickets', false),
  ('users', false),
  ('whatsapp_consents', false),
  ('whatsapp_outbox', false),
  ('working_times', false),
  ('working_time_files', false),
  ('working_time_reviews', false),
  ('driver_ibans', true),
  ('iban_checks', true),
  ('driver_merges', true),
  ('contract_codes', true),
  ('contract_events', true),
  ('contract_links', true),
  ('contract_papers', true),
  ('contract_reminders', true),
  ('contract_signatures', true),
  ('contracts', true);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on erasures to volante_app;
    grant update (confirmed_at, confirmed_by, withdrawn_at, withdrawn_by, looked_at, over_at, rows_gone) on erasures to volante_app;
    grant select on erasable, erasing, audit_erased to volante_app;
    grant execute on function erase_rows(uuid, text, tid[]), erase_log(uuid, text[], text[], text[], text, timestamptz)
      to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
