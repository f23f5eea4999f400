-- What the banks say happened (docs/decisions/089, 090): files, accounts, movements recorded once, and what each of them is.
insert into ledger_accounts (code) values ('costs:bank');

create table bank_accounts (
  id uuid primary key default gen_random_uuid(),
  -- By what a file names it: the index of its IBAN, its number, or its bank where a file names nothing.
  key text not null,
  bank text not null,
  -- As it is shown: the last digits, or what the bank calls it.
  label text not null,
  currency text not null,
  created_at timestamptz not null,
  constraint bank_accounts_once unique (key)
);

create table bank_files (
  id uuid primary key default gen_random_uuid(),
  sha256 text not null references files,
  name text not null,
  kind text not null,
  -- Of an answer to payments (pain.002): what it said.
  answer jsonb,
  imported_at timestamptz not null,
  imported_by text,
  constraint bank_files_once unique (sha256),
  constraint bank_files_kind_is_known check (kind in ('statements', 'answer'))
);

create table bank_statements (
  id uuid primary key default gen_random_uuid(),
  file_id uuid not null references bank_files,
  account_id uuid not null references bank_accounts,
  period_from date,
  period_to date,
  opening_cents bigint,
  closing_cents bigint,
  proof text not null,
  movements integer not null,
  fresh integer not null,
  ignored jsonb not null,
  constraint bank_statements_proof_is_known check (proof in ('balances', 'ids', 'nothing'))
);
create index bank_statements_by_file on bank_statements (file_id);

create table bank_movements (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  account_id uuid not null references bank_accounts,
  statement_id uuid not null references bank_statements,
  line integer not null,
  -- The same movement in another file has the same: day, amount, balance after it or the bank's number, and which of such.
  same_as text not null,
  booked_on date not null,
  value_on date not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  fee_within_cents bigint not null,
  balance_cents bigint,
  text text not null,
  party text,
  end_to_end_id text,
  batch jsonb,
  details jsonb not null,
  is_return boolean not null,
  return_reason text,
  constraint bank_movements_are_recorded_once unique (account_id, same_as)
);
create index bank_movements_by_day on bank_movements (account_id, booked_on, ordinal);
create index bank_movements_newest on bank_movements (ordinal desc);
create trigger bank_movements_are_written_once before update or delete on bank_movements
  for each row execute function written_once();
create trigger bank_statements_are_written_once before update or delete on bank_statements
  for each row execute function written_once();
create trigger bank_files_are_written_once before update or delete on bank_files
  for each row execute function written_once();

-- What somebody said a movement is, or what it is beyond doubt. Taken back it stays, and the movement waits again.
create table bank_answers (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  movement_id uuid not null references bank_movements,
  kind text not null,
  platform text,
  week date,
  driver_id uuid references drivers on delete restrict,
  account text,
  reclassification_id uuid references reclassifications,
  reason text not null default '',
  -- Nobody was asked: it fitted exactly.
  is_exact boolean not null,
  answered_at timestamptz not null,
  answered_by text,
  taken_back_at timestamptz,
  taken_back_by text,
  taken_back_reason text,
  constraint bank_answers_kind_is_known check (kind in ('payments', 'return', 'payout', 'driver', 'account', 'suspense')),
  constraint bank_answers_say_what check (
    (kind = 'payout') = (platform is not null and week is not null) and (kind = 'driver') = (driver_id is not null)
    and (kind = 'account') = (account is not null and reclassification_id is not null)),
  constraint bank_answers_taken_back_by_reason check ((taken_back_at is null) = (taken_back_reason is null))
);
create unique index bank_answers_one_live on bank_answers (movement_id) where taken_back_at is null;
create index bank_answers_by_week on bank_answers (platform, week) where taken_back_at is null;
create trigger bank_answers_stay before update on bank_answers
  for each row execute function where_money_goes_stays('{taken_back_at,taken_back_by,taken_back_reason}');

-- Which payments a movement carried out or brought back; `posted` where that was not in the books already.
create table bank_answer_payments (
  answer_id uuid not null references bank_answers,
  settlement_id uuid not null references settlements on delete restrict,
  batch_id bigint references payment_batches,
  amount_cents bigint not null,
  role text not null,
  posted boolean not null,
  primary key (answer_id, settlement_id),
  constraint bank_answer_payments_role_is_known check (role in ('paid', 'returned'))
);
create index bank_answer_payments_by_settlement on bank_answer_payments (settlement_id);
create trigger bank_answer_payments_are_written_once before update or delete on bank_answer_payments
  for each row execute function written_once();

-- A payment that came back, or was no payment after all: the one way by which what was paid is to be paid again.
create table payment_returns (
  id uuid primary key default gen_random_uuid(),
  settlement_id uuid not null references settlements on delete restrict,
  batch_id bigint references payment_batches,
  amount_cents bigint not null,
  kind text not null,
  reason text not null,
  -- The account it did not reach: nothing is sent there again.
  iban_index bytea,
  returned_at timestamptz not null,
  returned_by text,
  undone_at timestamptz,
  written_in xid8 not null default pg_current_xact_id(),
  constraint payment_returns_kind_is_known check (kind in ('returned', 'taken-back'))
);
create index payment_returns_by_settlement on payment_returns (settlement_id);
create trigger payment_returns_stay before update on payment_returns
  for each row execute function where_money_goes_stays('{undone_at}');

alter table batch_payments drop constraint batch_payments_state_is_known;
alter table batch_payments add constraint batch_payments_state_is_known
  check (state in ('sent', 'confirmed', 'rejected', 'void', 'returned'));

create or replace function settlement_moves_forward() returns trigger language plpgsql as $$
begin
  if row(new.driver_id, new.week, new.version, new.net_cents, new.payable_cents, new.carried_over_cents, new.earnings_cents,
         new.costs_cents, new.adjustments_cents, new.receipt_value_cents, new.sources, new.terms, new.terms_from, new.issued_at)
     is distinct from
     row(old.driver_id, old.week, old.version, old.net_cents, old.payable_cents, old.carried_over_cents, old.earnings_cents,
         old.costs_cents, old.adjustments_cents, old.receipt_value_cents, old.sources, old.terms, old.terms_from, old.issued_at) then
    raise exception 'settlement % is frozen', old.id;
  end if;
  if old.state = new.state and old.state not in ('paid', 'void') then return new; end if;
  if (old.state, new.state) in (('issued', 'approved'), ('issued', 'void'), ('approved', 'void'), ('approved', 'in-batch'),
      ('approved', 'paid'), ('in-batch', 'approved'), ('in-batch', 'paid')) then return new; end if;
  -- The money came back, and this same work says so.
  if old.state = 'paid' and new.state in ('approved', 'in-batch') and exists (
    select from payment_returns where settlement_id = old.id and written_in = pg_current_xact_id()) then return new; end if;
  raise exception 'settlement % cannot go from % to %', old.id, old.state, new.state;
end $$;

-- The paper of a payment that came back is kept beside that of the next one.
alter table payslip_files add column returns integer not null default 0;
alter table payslip_files drop constraint payslip_files_pkey;
alter table payslip_files add primary key (settlement_id, reader, returns);
alter table payslip_files alter column returns drop default;

create or replace view invariant_19_papers_kept as
select 'settlement:' || s.id as offender, null::bigint as found, null::bigint as wanted
from payslip_files f join settlements s on s.id = f.settlement_id
where s.state <> 'paid' and f.returns >= (select count(*) from payment_returns r where r.settlement_id = s.id)
union all
select relation || '.' || guard, null, null from guards_missing where relation not in ('journals', 'entries');

do $$
declare
  body text := pg_get_viewdef('invariant_22_debt_carried_once');
  old_case text := 'CASE j.kind WHEN ''settlement''::text THEN (- s.payable_cents) ELSE COALESCE(s.payable_cents, (0)::bigint) END';
  found text;
begin
  -- What a payment moves is what was promised, whichever way it goes.
  found := regexp_replace(body, '\s+', ' ', 'g');
  if position(old_case in found) = 0 then raise exception 'invariant 22 is not as it was: %', found; end if;
  execute 'create or replace view invariant_22_debt_carried_once as ' || replace(found, old_case,
    'CASE j.kind WHEN ''settlement''::text THEN (- s.payable_cents) WHEN ''payment''::text THEN (- e.amount_cents) ELSE COALESCE(s.payable_cents, (0)::bigint) END');
end $$;

-- A movement is answered once, and wholly; a week's payment is carried out once more than it came back, or not at all.
create view invariant_30_bank_once as
select 'movement:' || m.id as offender, (m.amount_cents + m.fee_within_cents) as found,
  sum(case p.role when 'paid' then -p.amount_cents else p.amount_cents end)::bigint as wanted
from bank_movements m join bank_answers a on a.movement_id = m.id and a.taken_back_at is null and a.kind in ('payments', 'return')
  left join bank_answer_payments p on p.answer_id = a.id
group by m.id having sum(case p.role when 'paid' then -p.amount_cents else p.amount_cents end) is distinct from m.amount_cents + m.fee_within_cents
union all
select 'settlement:' || p.settlement_id, sum(case p.role when 'paid' then 1 else -1 end)::bigint, 1
from bank_answer_payments p join bank_answers a on a.id = p.answer_id and a.taken_back_at is null
group by p.settlement_id having sum(case p.role when 'paid' then 1 else -1 end) not between -1 and 1
union all
select 'answer:' || a.id, coalesce(e.amount_cents, 0), -(m.amount_cents + m.fee_within_cents)
from bank_answers a join bank_movements m on m.id = a.movement_id
  left join journals j on j.key = 'bank:' || a.id
  left join (entries e join ledger_accounts l on l.id = e.account_id and l.code = 'bank') on e.journal_id = j.id
where a.taken_back_at is null and a.kind in ('payout', 'driver', 'account', 'suspense')
  and coalesce(e.amount_cents, 0) <> -(m.amount_cents + m.fee_within_cents);
comment on view invariant_30_bank_once is
  '30. A movement of the bank is one thing at a time and all of it is booked; no payment is carried out twice.';

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on bank_accounts, bank_files, bank_statements, bank_movements, bank_answers, bank_answer_payments,
      payment_returns to volante_app;
    grant update (taken_back_at, taken_back_by, taken_back_reason) on bank_answers to volante_app;
    grant update (undone_at) on payment_returns to volante_app;
    grant select on invariant_30_bank_once, invariant_22_debt_carried_once, invariant_19_papers_kept to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
