-- What e-Fatura lists, laid beside the receipts that statements ask for (docs/decisions/120). Of a list only what our drivers
-- issued is kept; whoever else invoices the company is nobody's business here.
create table receipt_checks (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity unique,
  file_name text not null,
  first_on date not null,
  last_on date not null,
  -- Lines of drivers, and of everybody else.
  lines integer not null,
  others integer not null,
  checked_at timestamptz not null,
  checked_by text,
  constraint receipt_checks_begin_before_they_end check (first_on <= last_on)
);
create trigger receipt_checks_are_written_once before update or delete on receipt_checks
  for each row execute function written_once();

create table receipt_findings (
  id uuid primary key default gen_random_uuid(),
  check_id uuid not null references receipt_checks,
  ordinal integer not null,
  driver_id uuid not null references drivers on delete restrict,
  -- The statement it is about; null for a receipt that no statement asks for.
  settlement_id uuid references settlements on delete restrict,
  outcome text not null,
  -- What the list says: {number, atcud, issuedOn, base, vat, total}; null where it has none.
  listed jsonb,
  -- What we expected: {value, vat, number}; null where nothing was.
  expected jsonb,
  -- fine: nothing to say · asked: a question to the office · accepted, declined: its answer · gone: a later list tells it anew.
  state text not null,
  answer text not null default '',
  answered_at timestamptz,
  answered_by text,
  unique (check_id, ordinal),
  constraint receipt_findings_outcome_is_known check (outcome in ('matched', 'different', 'missing', 'unasked')),
  constraint receipt_findings_state_is_known check (state in ('fine', 'asked', 'accepted', 'declined', 'gone')),
  constraint receipt_findings_say_what check ((outcome = 'missing') = (listed is null) and (outcome = 'unasked') = (expected is null)
    and (settlement_id is null) = (expected is null)),
  constraint receipt_findings_matched_ask_nothing check (outcome <> 'matched' or state = 'fine'),
  constraint receipt_findings_answers_have_words check (state not in ('accepted', 'declined') or (answered_at is not null and answer ~ '\S'))
);
create index receipt_findings_by_statement on receipt_findings (settlement_id);
create index receipt_findings_asked on receipt_findings (check_id) where state = 'asked';

-- A question is answered once, and taken back once; what was found does not change.
create function receipt_finding_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare open constant text[] := array['state', 'answer', 'answered_at', 'answered_by'];
begin
  if to_jsonb(new) - open is distinct from to_jsonb(old) - open or old.state in ('fine', 'gone') then
    raise exception 'finding % is written once', old.id;
  end if;
  return new;
end $$;
create trigger receipt_findings_stay before update on receipt_findings for each row execute function receipt_finding_stays();
create trigger receipt_findings_are_kept before delete on receipt_findings for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on receipt_checks, receipt_findings to volante_app;
    grant update (state, answer, answered_at, answered_by) on receipt_findings to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
