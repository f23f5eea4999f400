-- As in `035-invariants.sql`, and what a plan is charged, its versions taken together, for what one of them charged ahead or short the
-- next makes good: never above its rate by more than the cent each instalment may round by, and exactly that once statements alone took
-- all of a plan that was never changed; those that were changed before this may be a cent off.
create or replace view invariant_14_shares_whole as
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
  or l.plan_due_cents > p.total_cents - p.down_cents - (p.total_cents - p.down_cents) / p.count * (p.count - 1)
union all
select 'plan:' || root_id, charged, agreed from (
  select p.root_id, (-sum(l.amount_cents) filter (where l.code = 'adjustment.interest'))::bigint as charged,
    count(*) filter (where l.code = 'adjustment.plan') as instalments,
    round(-sum(l.amount_cents) filter (where l.code = 'adjustment.plan') * max(p.interest_basis_points) / 10000.0)::bigint as agreed,
    -sum(l.amount_cents) filter (where l.code = 'adjustment.plan') = max(p.total_cents - p.down_cents)
      and bool_and(p.root_id = p.id and p.state = 'active') as is_repaid
  from plans p join settlement_lines l on l.plan_id = p.id join settlements s on s.id = l.settlement_id and s.state <> 'void'
  where l.code = 'adjustment.interest' or p.interest_basis_points > 0
  group by p.root_id) interest
where coalesce(charged, 0) > agreed + instalments or is_repaid and coalesce(charged, 0) <> agreed;
comment on view invariant_14_shares_whole is
  '14. The parts of a shared amount come to the whole and none is a cent off; an instalment takes what is due at most, and is charged the agreed rate.';
