-- What the office said of a line that the operator has to invoice (docs/decisions/292): under which number and on which day its billing
-- program invoiced or credited it, or that it needs no invoice. Written once, and withdrawn where it was said wrongly. The lines themselves
-- are worked out of statements, plans, sales and reports; `line` names one for good, also after its statement was issued again.
create table invoice_notes (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  month text not null,
  party text not null,
  line text not null,
  kind text not null,
  -- Of a driver's line: whose, and of which week; what stood on the statement.
  driver_id uuid references drivers on delete restrict,
  week date,
  what text not null default '',
  -- null where it needs no invoice, which then says why.
  number text,
  issued_on date,
  reason text not null default '',
  -- What was invoiced by it, cents: below zero it was credited.
  base_cents bigint not null,
  vat_cents bigint not null,
  total_cents bigint not null,
  said_at timestamptz not null,
  said_by text,
  withdrawn_at timestamptz,
  withdrawn_by text,
  constraint invoice_notes_name_their_month check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  constraint invoice_notes_are_whole check (num_nonnulls(number, issued_on) in (0, 2)),
  constraint invoice_notes_have_a_number check (number is null or number ~ '\S'),
  constraint invoice_notes_without_one_say_why check (number is not null or reason ~ '\S'),
  constraint invoice_notes_add_up check (base_cents + vat_cents = total_cents)
);
create index invoice_notes_by_month on invoice_notes (month) where withdrawn_at is null;
create index invoice_notes_by_line on invoice_notes (driver_id, line) where withdrawn_at is null;

create function invoice_note_is_written_once() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  gone constant text[] := array['withdrawn_at', 'withdrawn_by'];
begin
  if to_jsonb(new) - gone is distinct from to_jsonb(old) - gone or old.withdrawn_at is not null then
    raise exception 'what was said of invoice line % is written once', old.id;
  end if;
  return new;
end $$;
create trigger invoice_notes_are_written_once before update on invoice_notes
  for each row execute function invoice_note_is_written_once();
create trigger invoice_notes_stay before delete on invoice_notes for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on invoice_notes to volante_app;
    grant update (withdrawn_at, withdrawn_by) on invoice_notes to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;

-- What the accountant decided of a kind, from a month on: whether the operator invoices it and with what VAT. The newest word counts.
create table invoice_rules (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  kind text not null,
  treatment text not null,
  from_month text not null,
  said_at timestamptz not null,
  said_by text,
  constraint invoice_rules_treatment_is_known
    check (treatment in ('undecided', 'none', 'without-vat', 'normal', 'by-field')),
  constraint invoice_rules_name_their_month check (from_month ~ '^\d{4}-(0[1-9]|1[0-2])$')
);
create index invoice_rules_newest on invoice_rules (kind, from_month desc, ordinal desc);
create trigger invoice_rules_are_written_once before update or delete on invoice_rules
  for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on invoice_rules to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
