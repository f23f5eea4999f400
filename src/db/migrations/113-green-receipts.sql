-- The receipts that drivers issue at the Portal das Finanças for their approved statements: the paper, what was read of it,
-- and what came of it. The NIFs on it are not kept: the issuer's index is half of the key, the rest is compared and gone.
create table green_receipts (
  id uuid primary key default gen_random_uuid(),
  -- In the order in which they came, also of one moment.
  ordinal bigint generated always as identity unique,
  settlement_id uuid not null references settlements on delete restrict,
  file_sha256 text not null references files,
  file_name text not null,
  -- {kind, number, atcud, issuedOn, suppliedOn, week, base, vat, stamp, total, withheld, toPay}; null where a person has to look.
  reading jsonb,
  unread text,
  issuer_index bytea,
  -- What is otherwise than the statement asks: [{kind, expected, found}].
  differences jsonb not null default '[]',
  -- matched: nothing differs · asked: a question to the office · accepted, declined: its answer · withdrawn: by the driver, or
  -- another paper took its place · released: the statement was voided.
  state text not null,
  sent_at timestamptz not null,
  answered_at timestamptz,
  answered_by text,
  answer text not null default '',
  constraint green_receipts_state_is_known
    check (state in ('matched', 'asked', 'accepted', 'declined', 'withdrawn', 'released')),
  constraint green_receipts_are_read_or_not check ((reading is null) = (unread is not null)),
  constraint green_receipts_match_what_was_read
    check (state <> 'matched' or reading is not null and differences = '[]' and issuer_index is not null),
  constraint green_receipts_answered_say_when check (state not in ('accepted', 'declined') or answered_at is not null),
  constraint green_receipts_declined_say_why check (state <> 'declined' or answer ~ '\S')
);
-- Every issuer uses the same series: NIF and number, or the ATCUD, say which receipt it is. One counts once.
create unique index green_receipts_number_counts_once on green_receipts (issuer_index, (reading ->> 'number'))
  where state in ('matched', 'accepted') and issuer_index is not null;
create unique index green_receipts_atcud_counts_once on green_receipts ((reading ->> 'atcud'))
  where state in ('matched', 'accepted') and reading ->> 'atcud' is not null;
create unique index green_receipts_one_a_statement on green_receipts (settlement_id)
  where state in ('matched', 'accepted', 'asked');
create index green_receipts_by_statement on green_receipts (settlement_id);
create index green_receipts_by_file on green_receipts (file_sha256);
create index green_receipts_asked on green_receipts (sent_at) where state = 'asked';

-- A voided statement asks for another receipt, and lets go of the paper it had: it may be of the next version.
create function voided_statements_let_go_of_receipts() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update green_receipts set state = 'released' where settlement_id = new.id and state in ('matched', 'accepted', 'asked');
  return null;
end $$;
create trigger settlements_let_go_of_receipts after update of state on settlements
  for each row when (new.state = 'void' and old.state <> 'void') execute function voided_statements_let_go_of_receipts();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on green_receipts to volante_app;
    grant update (state, answered_at, answered_by, answer, differences) on green_receipts to volante_app;
  end if;
end $$;
