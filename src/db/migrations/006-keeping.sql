-- Who did what: written in the transaction of the change, never edited.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text,
  actor_role text,
  action text not null,
  subject text not null default '',
  before jsonb,
  after jsonb,
  address text,
  request_id text
);
create index audit_events_by_subject on audit_events (subject, id desc);
create trigger audit_events_are_written_once before update or delete on audit_events for each row execute function written_once();
create trigger audit_events_are_not_emptied before truncate on audit_events for each statement execute function written_once();

-- A form sent twice acts once: the second gets the first one's answer.
create table idempotency_keys (
  key text not null,
  actor text not null,
  action text not null,
  request_sha256 text not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (key, actor)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);

create table mail_outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  language text not null,
  template text not null,
  params jsonb not null default '{}',
  driver_id uuid references drivers on delete set null,
  state text not null default 'waiting',
  tries smallint not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint mail_outbox_state_is_known check (state in ('waiting', 'sent', 'dead')),
  constraint mail_outbox_recipient_is_one check (recipient !~ '[[:space:],;<>"]')
);

-- Lines belong to the transaction that issued their settlement: nothing is added to a statement afterwards.
alter table settlements add column issued_in xid8 not null default pg_current_xact_id();
create function settlement_is_being_issued() returns trigger language plpgsql as $$
begin
  if (select issued_in from settlements where id = new.settlement_id) is distinct from pg_current_xact_id() then
    raise exception 'settlement % is sealed', new.settlement_id;
  end if;
  return new;
end $$;
create trigger settlement_lines_come_with_it before insert on settlement_lines
  for each row execute function settlement_is_being_issued();
create trigger settlement_line_rows_come_with_it before insert on settlement_line_rows
  for each row execute function settlement_is_being_issued();
create function settlement_was_issued_once() returns trigger language plpgsql as $$
begin
  if new.issued_in is distinct from old.issued_in then raise exception 'settlement % is frozen', old.id; end if;
  return new;
end $$;
create trigger settlements_were_issued_once before update on settlements for each row execute function settlement_was_issued_once();
create trigger settlements_are_not_emptied before truncate on settlements for each statement execute function written_once();
create trigger settlement_lines_are_not_emptied before truncate on settlement_lines for each statement execute function written_once();
create trigger settlement_line_rows_are_not_emptied before truncate on settlement_line_rows for each statement execute function written_once();

-- An account is opened empty; only entries move it.
create function account_opens_empty() returns trigger language plpgsql as $$
begin
  new.balance_cents := 0;
  new.version := 0;
  return new;
end $$;
create trigger ledger_accounts_open_empty before insert on ledger_accounts for each row execute function account_opens_empty();

-- The role the site works as (embedded database): it reads and writes, but not what is written once.
do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant usage on schema public to volante_app;
    grant select, insert, update, delete on all tables in schema public to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
    revoke update, delete on journals, entries, settlement_lines, settlement_line_rows, audit_events, schema_migrations from volante_app;
    revoke delete on settlements, imports, import_rows, files, payment_batches, batch_payments from volante_app;
    revoke insert, update on schema_migrations from volante_app;
    revoke update, delete on ledger_accounts from volante_app;
    -- Of an imported row only its state ever changes.
    revoke update on import_rows from volante_app;
    grant update (state) on import_rows to volante_app;
  end if;
end $$;

-- An order of work, given in the transaction of the change that needs it; the same key waits once.
create function order_job(task text, payload json, job_key text default null) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform graphile_worker.add_job(task, payload, job_key => order_job.job_key);
end $$;
