-- What the bank did stands on the bank's day (docs/decisions/170): the day on which a statement was paid, beside the moment at which
-- that was written down. What was paid before this keeps the day that its paper and its journal bear.
alter table settlements add column paid_on date;
alter table settlements disable trigger settlements_move_forward;
update settlements set paid_on = (paid_at at time zone 'Europe/Lisbon')::date where paid_at is not null;
alter table settlements enable trigger settlements_move_forward;
alter table settlements add constraint settlements_paid_on_a_day check ((paid_on is null) = (paid_at is null));
create index settlements_by_pay_day on settlements (paid_on) where paid_on is not null;

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
  -- The bank says on which day it was.
  if old.state = 'paid' and new.state = 'paid' and new.paid_on is distinct from old.paid_on
    and to_jsonb(new) - 'paid_on' = to_jsonb(old) - 'paid_on' then return new; end if;
  if (old.state, new.state) in (('issued', 'approved'), ('issued', 'void'), ('approved', 'void'), ('approved', 'in-batch'),
      ('approved', 'paid'), ('in-batch', 'approved'), ('in-batch', 'paid')) then return new; end if;
  -- The money came back, and this same work says so.
  if old.state = 'paid' and new.state in ('approved', 'in-batch') and exists (
    select from payment_returns where settlement_id = old.id and written_in = pg_current_xact_id()) then return new; end if;
  raise exception 'settlement % cannot go from % to %', old.id, old.state, new.state;
end $$;

-- The day on which a payment stood before the bank said another, or before it came back.
alter table bank_answer_payments add column stood_on date;

-- A paper says on which day it was paid: one that says another day is kept beside it.
alter table payslip_files add column pay_day date;
alter table payslip_files disable trigger payslip_files_are_written_once;
update payslip_files f set pay_day = coalesce(s.paid_on, (s.issued_at at time zone 'Europe/Lisbon')::date)
  from settlements s where s.id = f.settlement_id;
alter table payslip_files enable trigger payslip_files_are_written_once;
alter table payslip_files alter column pay_day set not null;
alter table payslip_files drop constraint payslip_files_pkey;
alter table payslip_files add primary key (settlement_id, reader, returns, pay_day);

-- What a bank did is told afterwards, and by its own day.
create or replace view invariant_23_past_stable as
select 'account:' || account_id || ' entry ' || account_version as offender, null::bigint as found, null::bigint as wanted
from (select e.account_id, e.account_version, j.effective_on, lag(j.effective_on) over (partition by e.account_id order by e.account_version) as before
  from entries e join ledger_accounts a on a.id = e.account_id and a.driver_id is not null join journals j on j.id = e.journal_id
    left join journals o on o.id = j.reverses
  where coalesce(o.kind, j.kind) not in ('payment', 'bank')) days
where effective_on < before;
comment on view invariant_23_past_stable is
  '23. Nothing but what was paid or came by the bank is posted to a driver''s account on a day before one that has entries.';

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant update (paid_on) on settlements to volante_app;
    grant select on invariant_23_past_stable to volante_app;
  end if;
end $$;
