-- What always holds of the books (quality.md 1.3), each a view that has no row while it does. `offender` names what
-- breaks it, `found` and `wanted` are cents or counts where there is something to count. One installation is one operator:
-- what a ledger of several tenants promises between tenants is promised between drivers here. The tenth, that the order
-- of the rows of a file changes nothing, is no state of tables: tests hold it.

-- Which transaction wrote it, kept as a fact: `xmin` does not outlive a restore from a dump. Older ones don't say.
alter table journals add column posted_in xid8;
alter table journals alter column posted_in set default pg_current_xact_id();
alter table entries add column posted_in xid8;
alter table entries alter column posted_in set default pg_current_xact_id();

-- The triggers without which a promise would be a habit.
create view guards_missing as
select wanted.relation, wanted.guard
from (values ('journals', 'journals_balance'), ('journals', 'journals_are_written_once'), ('journals', 'journals_are_not_emptied'),
    ('entries', 'entries_move_accounts'), ('entries', 'entries_are_written_once'), ('entries', 'entries_are_not_emptied'),
    ('settlements', 'settlements_move_forward'), ('settlements', 'settlements_were_issued_once'), ('settlements', 'settlements_stay'),
    ('settlements', 'settlements_are_not_emptied'), ('settlement_lines', 'settlement_lines_are_written_once'),
    ('settlement_lines', 'settlement_lines_come_with_it'), ('settlement_lines', 'settlement_lines_are_not_emptied'),
    ('settlement_line_rows', 'settlement_line_rows_are_written_once'),
    ('settlement_line_rows', 'settlement_line_rows_come_with_it'), ('payslip_files', 'payslip_files_are_written_once')
  ) as wanted (relation, guard)
where not exists (select from pg_trigger
  where tgrelid = to_regclass(wanted.relation) and tgname = wanted.guard and tgenabled in ('O', 'A'));

create view invariant_01_ledger_sum as
select 'ledger'::text as offender, sum(amount_cents)::bigint as found, 0::bigint as wanted
from entries having sum(amount_cents) <> 0;
comment on view invariant_01_ledger_sum is '1. The sum of all entries is 0.';

create view invariant_02_journals_balance as
select 'journal:' || journal_id as offender, sum(amount_cents)::bigint as found, 0::bigint as wanted
from entries group by journal_id having sum(amount_cents) <> 0 or count(*) < 2
union all
select 'journal:' || id, 0, 0 from journals where not exists (select from entries where journal_id = journals.id);
comment on view invariant_02_journals_balance is '2. Every journal sums to 0 and has at least two entries.';

create view invariant_03_balances_stored as
select 'account:' || a.id as offender, a.balance_cents as found, coalesce(e.moved, 0)::bigint as wanted
from ledger_accounts a left join (select account_id, sum(amount_cents) as moved from entries group by account_id) e on e.account_id = a.id
where a.balance_cents <> coalesce(e.moved, 0);
comment on view invariant_03_balances_stored is '3. The stored balance of every account is the sum of its entries.';

create view invariant_04_versions_chain as
select 'account:' || account_id || ' entry ' || account_version as offender, balance_after_cents as found, led_from + amount_cents as wanted
from (select account_id, account_version, amount_cents, balance_after_cents, lag(account_version, 1, 0::bigint) over chain as version_before,
    lag(balance_after_cents, 1, 0::bigint) over chain as led_from
  from entries window chain as (partition by account_id order by account_version)) links
where account_version <> version_before + 1 or balance_after_cents <> led_from + amount_cents
union all
select 'account:' || a.id, a.version, coalesce(e.entries, 0)
from ledger_accounts a left join (select account_id, count(*) as entries from entries group by account_id) e on e.account_id = a.id
where a.version <> coalesce(e.entries, 0);
comment on view invariant_04_versions_chain is
  '4. The version of an account is the number of its entries; they have no gap, and each leads to the next balance.';

create view invariant_05_written_once as
select relation || '.' || guard as offender, null::bigint as found, null::bigint as wanted
from guards_missing where relation in ('journals', 'entries')
union all
select 'volante_app ' || asked.privilege || ' ' || asked.relation, null, null
from pg_roles, (select r.relation, p.privilege from unnest(array['journals', 'entries']) r (relation),
  unnest(array['update', 'delete', 'truncate']) p (privilege)) asked
where rolname = 'volante_app' and has_table_privilege(pg_roles.oid, asked.relation, asked.privilege);
comment on view invariant_05_written_once is
  '5. No update, delete or truncate of journals and entries succeeds for the role the site has.';

create view invariant_06_journals_sealed as
select 'journal:' || e.journal_id as offender, count(*) as found, 0::bigint as wanted
from entries e join journals j on j.id = e.journal_id
where e.posted_in is distinct from j.posted_in group by e.journal_id;
comment on view invariant_06_journals_sealed is '6. No entry joins a journal of an earlier transaction.';

create view invariant_07_one_driver as
select 'journal:' || j.id as offender, a.id as found, null::bigint as wanted
from entries e join ledger_accounts a on a.id = e.account_id and a.driver_id is not null join journals j on j.id = e.journal_id
where a.driver_id is distinct from j.driver_id;
comment on view invariant_07_one_driver is
  '7. A journal moves accounts of the driver it is about and of no other (several tenants: of one tenant).';

create view invariant_08_posted_once as
select 'journal:' || max(id) as offender, count(*) as found, 1::bigint as wanted from journals group by key having count(*) > 1;
comment on view invariant_08_posted_once is '8. The same key has one journal.';

create view invariant_09_imported_once as
select 'file:' || sha256 as offender, count(*) as found, 1::bigint as wanted
from imports where undone_at is null group by sha256 having count(*) > 1
union all
select 'row:' || max(id), count(*), 1 from import_rows where state = 'live'
group by source, report, account, week, key having count(*) > 1;
comment on view invariant_09_imported_once is '9. The same file, and the same movement of any file, counts once.';

create view invariant_11_difference_alone as
select 'adjustment:' || id as offender, amount_cents as found, told.moved as wanted
from adjustments, lateral (select coalesce(sum((change ->> 'to')::bigint - (change ->> 'from')::bigint), 0)::bigint as moved
  from jsonb_array_elements(changes) change) told
where kind = 'late' and amount_cents <> told.moved
union all
select 'adjustment:' || l.adjustment_id, count(*), 1
from settlement_lines l join settlements s on s.id = l.settlement_id and s.state <> 'void'
where l.adjustment_id is not null group by l.adjustment_id having count(*) > 1;
comment on view invariant_11_difference_alone is
  '11. What came too late for a statement is settled by the difference alone, on one later statement.';

create view invariant_12_reversals_exact as
select 'journal:' || r.id as offender, sum(e.amount_cents)::bigint as found, 0::bigint as wanted
from journals r, lateral (values (r.id), (r.reverses)) both_of (id) join entries e on e.journal_id = both_of.id
where r.reverses is not null group by r.id, e.account_id having sum(e.amount_cents) <> 0
union all
select 'journal:' || reverses, count(*), 1 from journals where reverses is not null group by reverses having count(*) > 1;
comment on view invariant_12_reversals_exact is
  '12. A reversal is the exact negative, once: with its journal it comes to 0 on each account.';

create view invariant_13_statements_sum as
select 'settlement:' || s.id as offender, pairs.found, pairs.wanted
from settlements s left join (select settlement_id, sum(amount_cents) as net,
    sum(amount_cents) filter (where line_group in ('A', 'B', 'H')) as earnings,
    sum(amount_cents) filter (where line_group in ('C', 'D', 'E', 'F')) as costs,
    sum(amount_cents) filter (where line_group in ('G', 'I')) as adjustments
  from settlement_lines group by settlement_id) l on l.settlement_id = s.id,
lateral (values (s.net_cents, coalesce(l.net, 0)::bigint), (s.earnings_cents, coalesce(l.earnings, 0)::bigint),
  (s.costs_cents, coalesce(l.costs, 0)::bigint), (s.adjustments_cents, coalesce(l.adjustments, 0)::bigint)) pairs (found, wanted)
where (s.net_cents, s.earnings_cents, s.costs_cents, s.adjustments_cents) is distinct from
    (coalesce(l.net, 0), coalesce(l.earnings, 0), coalesce(l.costs, 0), coalesce(l.adjustments, 0))
  and pairs.found <> pairs.wanted;
comment on view invariant_13_statements_sum is
  '13. The lines of a statement come to its net, and those of each fold to that fold, to the cent.';

create view invariant_14_shares_whole as
select 'settlement:' || l.settlement_id as offender, l.amount_cents as found, -round(base_cents * rate_basis_points / 10000.0)::bigint as wanted
from settlement_lines l where code = 'fee.percent' and base_cents is not null
  and amount_cents <> -round(base_cents * rate_basis_points / 10000.0)
union all
select 'settlement:' || l.settlement_id, l.amount_cents, round(pot.whole * pot.rate / 10000.0)::bigint - pot.whole
from settlement_lines l, lateral (
  select max((step ->> 'amount')::bigint) filter (where step ->> 'kind' = 'subtotal' and step ->> 'term' = 'pot') as whole,
    max((step ->> 'rate')::bigint) filter (where step ->> 'term' = 'driver-share') as rate
  from jsonb_array_elements(l.steps) step) pot
where code = 'fee.split' and l.amount_cents is distinct from round(pot.whole * pot.rate / 10000.0)::bigint - pot.whole
union all
select 'settlement:' || l.settlement_id, -l.amount_cents, l.plan_due_cents
from settlement_lines l join plans p on p.id = l.plan_id and l.code = 'adjustment.plan'
where -l.amount_cents not between 0 and l.plan_due_cents
  or l.plan_due_cents > p.total_cents - p.down_cents - (p.total_cents - p.down_cents) / p.count * (p.count - 1);
comment on view invariant_14_shares_whole is
  '14. The parts of a shared amount come to the whole and none is a cent off; an instalment takes what is due at most.';

create view invariant_15_vat_once as
select 'settlement:' || settlement_id as offender, amount_cents as found, rounded.amount as wanted
from settlement_lines, lateral (select
  (case code when 'receipt.vat' then 1 else -1 end * round(base_cents * rate_basis_points / 10000.0))::bigint as amount) rounded
where code in ('vat.trips', 'receipt.vat', 'receipt.withholding') and base_cents is not null and amount_cents <> rounded.amount
union all
select 'settlement:' || settlement_id, count(*), 1 from settlement_lines
where code in ('vat.trips', 'receipt.vat', 'receipt.withholding') group by settlement_id, code having count(*) > 1;
comment on view invariant_15_vat_once is
  '15. VAT is rounded once, half a cent away from zero, on one line of a statement: the line is the total.';

create view invariant_16_payments_move as
select coalesce('settlement:' || s.id, moved.key) as offender, coalesce(moved.amount, 0)::bigint as found,
  case when s.state = 'paid' then s.payable_cents else 0 end as wanted
from settlements s full join (
  select right(j.key, 36) as settlement, max(j.key) as key, -sum(e.amount_cents) as amount
  from journals j join entries e on e.journal_id = j.id join ledger_accounts a on a.id = e.account_id and a.code = 'current'
  where j.kind = 'payment' group by right(j.key, 36)) moved on moved.settlement = s.id::text
where coalesce(moved.amount, 0) <> case when s.state = 'paid' then s.payable_cents else 0 end;
comment on view invariant_16_payments_move is
  '16. What was paid of a week is what its paid statements come to, statement by statement.';

create view invariant_17_batches_sum as
select 'batch:' || b.id as offender, pairs.found, pairs.wanted
from payment_batches b left join (select batch_id, sum(amount_cents) as total, count(*) as payments from batch_payments group by batch_id) p
  on p.batch_id = b.id,
lateral (values (b.control_sum_cents, coalesce(p.total, 0)::bigint), (b.payments::bigint, coalesce(p.payments, 0))) pairs (found, wanted)
where pairs.found <> pairs.wanted
union all
select 'batch:' || p.batch_id, p.amount_cents, s.payable_cents
from batch_payments p join settlements s on s.id = p.settlement_id where p.amount_cents <> s.payable_cents
union all
select 'settlement:' || s.id, count(p.batch_id), (s.state = 'in-batch')::int
from settlements s left join batch_payments p on p.settlement_id = s.id and p.state = 'sent'
group by s.id having count(p.batch_id) <> (s.state = 'in-batch')::int
union all
select 'settlement:' || settlement_id, count(*), 1 from batch_payments where state in ('sent', 'confirmed')
group by settlement_id having count(*) > 1;
comment on view invariant_17_batches_sum is
  '17. Control sum and count of a bank file are those of its payments, each that of its statement, in one live file.';

create view invariant_18_states_forward as
select 'settlement:' || s.id as offender, s.version::bigint as found, null::bigint as wanted
from settlements s
where s.state in ('approved', 'in-batch', 'paid') and s.approved_at is null
  or (s.state = 'paid') <> (s.paid_at is not null) or (s.state = 'void') <> (s.voided_at is not null)
  or s.approved_at < s.issued_at or s.paid_at < s.approved_at or s.voided_at < s.issued_at
  or s.state <> 'void' and exists (select from settlements later
    where later.driver_id = s.driver_id and later.week = s.week and later.version > s.version);
comment on view invariant_18_states_forward is
  '18. No statement went backwards, and none was paid that was not approved.';

create view invariant_19_papers_kept as
select 'settlement:' || s.id as offender, null::bigint as found, null::bigint as wanted
from payslip_files f join settlements s on s.id = f.settlement_id where s.state <> 'paid'
union all
select relation || '.' || guard, null, null from guards_missing where relation not in ('journals', 'entries');
comment on view invariant_19_papers_kept is
  '19. The paper of a paid statement stays byte for byte: it is kept under its hash, and nothing beneath it can change.';

create view invariant_20_weeks_whole as
select 'row:' || id as offender, null::bigint as found, null::bigint as wanted
from import_rows where at is not null and week <> date_trunc('week',
  (at at time zone 'Europe/Lisbon') - case when source = 'uber' then interval '4 hours' else interval '0' end)::date;
comment on view invariant_20_weeks_whole is
  '20. Every moment belongs to one week: that of its Lisbon day, at Uber from Monday 04:00 on.';

create view invariant_21_rows_settled_once as
select 'row:' || r.id as offender, count(distinct s.id) as found, 1::bigint as wanted
from settlement_line_rows lr join settlement_lines l on l.settlement_id = lr.settlement_id and l.ordinal = lr.ordinal
  join settlements s on s.id = l.settlement_id and s.state <> 'void' join import_rows r on r.id = lr.import_row_id
where l.code not like 'adjustment.%'
-- A row that got another driver later stands on the first one's statement until the difference is settled: of those
-- issued together one alone has it.
group by r.id, s.issued_in having count(distinct s.id) > 1 or bool_or(r.week <> s.week);
comment on view invariant_21_rows_settled_once is
  '21. Every row is on one statement, of its own week, or waits unmatched where the week shows it.';

create view invariant_22_debt_carried_once as
-- Each statement says of the balance what the books said at that moment: all that was earned, less all that was paid or
-- is about to be. A statement that posts nothing has no moment in the books and is passed over; so is a driver who was
-- paid by such a one, for no entry tells when that was promised.
select 'settlement:' || seen.settlement_id as offender, seen.said as found, seen.carried as wanted
from (select s.id as settlement_id, e.account_id, j.kind,
    coalesce(told.said, 0)::bigint as said,
    coalesce(sum(e.amount_cents + case j.kind when 'settlement' then -s.payable_cents else coalesce(s.payable_cents, 0) end)
      over (partition by e.account_id order by e.account_version rows between unbounded preceding and 1 preceding), 0)::bigint as carried
  from entries e join ledger_accounts a on a.id = e.account_id and a.code = 'current' join journals j on j.id = e.journal_id
    left join settlements s on j.kind in ('settlement', 'reversal', 'payment') and s.id::text = right(j.key, 36)
    left join (select settlement_id, sum(amount_cents) as said from settlement_lines where code = 'balance.carried' group by settlement_id) told
      on told.settlement_id = s.id) seen
where seen.kind = 'settlement' and seen.said <> seen.carried
  and not exists (select from settlements quiet join ledger_accounts a on a.id = seen.account_id and a.driver_id = quiet.driver_id
    where quiet.payable_cents > 0 and not exists (select from journals j join entries e on e.journal_id = j.id and e.account_id = a.id
      where j.key = 'settlement:' || quiet.id))
union all
-- What is left of a plan is never below nothing, and is what the books say: by driver, of plans and of deposits.
select offender, found, wanted from (
  with owed as (
    select p.id, p.driver_id, p.kind, p.total_cents - coalesce((select -sum(l.amount_cents) from settlement_lines l
          join plans v on v.id = l.plan_id join settlements s on s.id = l.settlement_id
          where v.root_id = p.id and l.code = 'adjustment.plan' and s.state <> 'void'), 0) as after_weeks,
      p.total_cents - coalesce(sum(m.amount_cents) filter (where m.kind in ('write-off', 'returned', 'used', 'released')), 0) as deposited,
      coalesce(sum(m.amount_cents) filter (where m.kind in ('early', 'write-off', 'due')), 0) as besides
    from plans p left join (plan_movements m join plans v on v.id = m.plan_id) on v.root_id = p.id
    where exists (select from journals where key = 'plan:' || p.id)
    group by p.id)
  select 'plan:' || id as offender, (after_weeks - besides)::bigint as found, 0::bigint as wanted from owed where after_weeks < besides
  union all
  select 'driver:' || a.driver_id, a.balance_cents, coalesce(o.balance, 0)
  from ledger_accounts a left join (
    select driver_id, 'plan' as code, -sum(after_weeks - besides)::bigint as balance from owed group by driver_id
    union all select driver_id, 'deposit', sum(deposited)::bigint from owed where kind = 'deposit' group by driver_id
  ) o on o.driver_id = a.driver_id and o.code = a.code
  where a.code in ('plan', 'deposit') and a.balance_cents <> coalesce(o.balance, 0)) plans_off;
comment on view invariant_22_debt_carried_once is
  '22. A debt is carried exactly once; what is left of a plan is its total less what was taken, never below 0.';

create view invariant_23_past_stable as
select 'account:' || account_id || ' entry ' || account_version as offender, null::bigint as found, null::bigint as wanted
from (select e.account_id, e.account_version, j.effective_on, lag(j.effective_on) over (partition by e.account_id order by e.account_version) as before
  from entries e join ledger_accounts a on a.id = e.account_id and a.driver_id is not null join journals j on j.id = e.journal_id) days
where effective_on < before;
comment on view invariant_23_past_stable is
  '23. Nothing is posted to a driver''s account on a day before one that has entries: a balance as of a day stays.';

create view invariant_24_one_source as
select 'settlement:' || s.id as offender, coalesce(posted.amount, 0)::bigint as found, coalesce(told.own, 0)::bigint as wanted
from settlements s
left join (select settlement_id, sum(amount_cents) as own from settlement_lines
    where code not in ('balance.carried', 'balance.deferred') group by settlement_id) told
  on told.settlement_id = s.id and s.state in ('approved', 'in-batch', 'paid')
left join (select right(j.key, 36) as settlement, sum(e.amount_cents) as amount
    from journals j join entries e on e.journal_id = j.id join ledger_accounts a on a.id = e.account_id and a.code = 'current'
    where j.kind in ('settlement', 'reversal') group by right(j.key, 36)) posted on posted.settlement = s.id::text
where coalesce(posted.amount, 0) <> coalesce(told.own, 0);
comment on view invariant_24_one_source is
  '24. Statements and ledger say the same: what stands is posted as its lines say, what was taken back is posted back.';

do $$
declare name text;
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    for name in select viewname from pg_views where schemaname = 'public' and (viewname like 'invariant\_%' or viewname = 'guards_missing') loop
      execute format('grant select on %I to volante_app', name);
    end loop;
  end if;
end $$;
