-- Tax, input VAT and what is given up have accounts of their own (docs/decisions/043); what was posted before stays where it is.
insert into ledger_accounts (code) values ('vat:receipts'), ('tax:withheld'), ('costs:written-off');

-- What waited in `suspense` and was put where it belongs: the why and the paper of a journal of the company's own.
create table reclassifications (
  id uuid primary key default gen_random_uuid(),
  account text not null,
  -- As it stood in `suspense`: + a credit, − a debit.
  amount_cents bigint not null,
  reason text not null,
  file_sha256 text references files,
  file_name text,
  created_at timestamptz not null,
  created_by text,
  constraint reclassifications_go_elsewhere check (account <> 'suspense'),
  constraint reclassifications_move_something check (amount_cents <> 0 and abs(amount_cents) <= 100000000000),
  constraint reclassifications_have_a_reason check (reason ~ '\S'),
  constraint reclassifications_files_have_names check ((file_sha256 is null) = (file_name is null))
);
create trigger reclassifications_are_written_once before update or delete on reclassifications
  for each row execute function written_once();

-- The journal of some days, in the order it is read.
create index journals_by_day on journals (effective_on, id);

-- As in `035-invariants.sql`, and what a plan is charged: never above its rate on what statements took of it by more than the
-- cent each of them may round by once others were voided; and exactly that once they took all of it.
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
select 'plan:' || id, charged, agreed from (
  select p.id, (-sum(l.amount_cents) filter (where l.code = 'adjustment.interest'))::bigint as charged,
    count(*) filter (where l.code = 'adjustment.plan') as instalments,
    round(-sum(l.amount_cents) filter (where l.code = 'adjustment.plan') * p.interest_basis_points / 10000.0)::bigint as agreed,
    -sum(l.amount_cents) filter (where l.code = 'adjustment.plan') = p.total_cents - p.down_cents
      and p.root_id = p.id and p.state = 'active' as is_repaid
  from plans p join settlement_lines l on l.plan_id = p.id join settlements s on s.id = l.settlement_id and s.state <> 'void'
  where l.code = 'adjustment.interest' or p.interest_basis_points > 0
  group by p.id) interest
where coalesce(charged, 0) > agreed + instalments or is_repaid and coalesce(charged, 0) <> agreed;
comment on view invariant_14_shares_whole is
  '14. The parts of a shared amount come to the whole and none is a cent off; an instalment takes what is due at most, and is charged the agreed rate.';

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on reclassifications to volante_app;
  end if;
end $$;
