-- Whose account a movement went to or came from (docs/decisions/171): its index and last signs, as of drivers' own.
alter table bank_movements add column party_iban_index bytea, add column party_iban_ends text;

-- What is always so of movements with some words: given by somebody, and taken back by somebody.
create table bank_rules (
  id uuid primary key default gen_random_uuid(),
  -- What it holds for, exactly: the account of the bank, the words without numbers, who it is, and whether money came or went.
  key text not null,
  bank_account_id uuid not null references bank_accounts,
  text text not null,
  party text,
  is_out boolean not null,
  account text not null,
  made_at timestamptz not null,
  made_by text,
  retired_at timestamptz,
  retired_by text
);
create unique index bank_rules_one_live on bank_rules (md5(key)) where retired_at is null;
create trigger bank_rules_stay before update on bank_rules
  for each row execute function where_money_goes_stays('{retired_at,retired_by}');
create trigger bank_rules_are_kept before delete on bank_rules for each row execute function written_once();

-- `together`: movements that are one thing, answered and taken back as one.
alter table bank_answers add column rule_id uuid references bank_rules, add column together uuid;
create index bank_answers_together on bank_answers (together) where together is not null;
alter table bank_answers drop constraint bank_answers_kind_is_known;
alter table bank_answers add constraint bank_answers_kind_is_known
  check (kind in ('payments', 'part', 'return', 'payout', 'driver', 'account', 'suspense'));
alter table bank_answer_payments drop constraint bank_answer_payments_role_is_known;
alter table bank_answer_payments add constraint bank_answer_payments_role_is_known check (role in ('paid', 'returned', 'part'));

-- One credit for several weeks: what of it is of each.
create table bank_answer_weeks (
  answer_id uuid not null references bank_answers,
  week date not null,
  amount_cents bigint not null,
  primary key (answer_id, week)
);
create trigger bank_answer_weeks_are_written_once before update or delete on bank_answer_weeks
  for each row execute function written_once();

create or replace view invariant_30_bank_once as
select 'movement:' || m.id as offender, (m.amount_cents + m.fee_within_cents) as found,
  sum(case p.role when 'returned' then p.amount_cents else -p.amount_cents end)::bigint as wanted
from bank_movements m join bank_answers a on a.movement_id = m.id and a.taken_back_at is null and a.kind in ('payments', 'part', 'return')
  left join bank_answer_payments p on p.answer_id = a.id
group by m.id having sum(case p.role when 'returned' then p.amount_cents else -p.amount_cents end) is distinct from m.amount_cents + m.fee_within_cents
union all
select 'settlement:' || p.settlement_id, sum(case p.role when 'paid' then 1 when 'returned' then -1 else 0 end)::bigint, 1
from bank_answer_payments p join bank_answers a on a.id = p.answer_id and a.taken_back_at is null
group by p.settlement_id having sum(case p.role when 'paid' then 1 when 'returned' then -1 else 0 end) not between -1 and 1
union all
select 'answer:' || a.id, coalesce(e.amount_cents, 0), -(m.amount_cents + m.fee_within_cents)
from bank_answers a join bank_movements m on m.id = a.movement_id
  left join journals j on j.key = 'bank:' || a.id
  left join (entries e join ledger_accounts l on l.id = e.account_id and l.code = 'bank') on e.journal_id = j.id
where a.taken_back_at is null and a.kind in ('payout', 'driver', 'account', 'suspense')
  and coalesce(e.amount_cents, 0) <> -(m.amount_cents + m.fee_within_cents)
union all
-- Parts are together what was paid of the week.
select 'settlement:' || p.settlement_id, sum(p.amount_cents)::bigint, s.payable_cents
from bank_answer_payments p join bank_answers a on a.id = p.answer_id and a.taken_back_at is null and a.kind = 'part'
  join settlements s on s.id = p.settlement_id
group by p.settlement_id, a.together, s.payable_cents having sum(p.amount_cents) <> s.payable_cents
union all
select 'answer:' || w.answer_id, sum(w.amount_cents)::bigint, (m.amount_cents + m.fee_within_cents)
from bank_answer_weeks w join bank_answers a on a.id = w.answer_id join bank_movements m on m.id = a.movement_id
group by w.answer_id, m.id having sum(w.amount_cents) <> m.amount_cents + m.fee_within_cents;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on bank_rules, bank_answer_weeks to volante_app;
    grant update (retired_at, retired_by) on bank_rules to volante_app;
    grant select on invariant_30_bank_once to volante_app;
  end if;
end $$;
