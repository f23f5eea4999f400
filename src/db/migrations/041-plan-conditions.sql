-- What a driver says yes to is kept word for word: the hash alone proved it to nobody who had lost the words. An advance
-- that is granted over other conditions than asked takes nothing before that yes. A plan that was a mistake is cancelled.
alter table plans
  add column accepted_text text,
  add column accepted_language text,
  add column awaits_acceptance boolean not null default false,
  drop constraint plans_state_is_known,
  -- requested by the driver · declined · active, also once it is paid · replaced by other conditions · cancelled.
  add constraint plans_state_is_known check (state in ('requested', 'declined', 'active', 'replaced', 'cancelled')),
  add constraint plans_accepted_words_are_whole check (num_nonnulls(accepted_text, accepted_language) in (0, 2)),
  add constraint plans_language_is_known check (accepted_language in ('pt', 'en'));

create or replace function plan_keeps_conditions() returns trigger language plpgsql as $$
declare
  acceptance constant text[] := array['accepted_at', 'accepted_by', 'accepted_sha256', 'accepted_text', 'accepted_language'];
  open constant text[] := array['state', 'decision', 'agreed_on', 'decided_at', 'decided_by', 'proof_sha256', 'proof_name'];
begin
  if to_jsonb(new) - acceptance - open is distinct from to_jsonb(old) - acceptance - open then
    raise exception 'plan % keeps its conditions', old.id;
  end if;
  if old.accepted_at is not null and to_jsonb(new) - open is distinct from to_jsonb(old) - open then
    raise exception 'plan % is accepted', old.id;
  end if;
  return new;
end $$;

-- A prize is given; a fine, a damage and an advance are taken. Older ones may say otherwise: they stay, can be taken back,
-- and what a rule asks is checked where the rule is written.
create function goes_its_way(kind text, amount_cents bigint) returns boolean immutable language sql as $$
  select case when kind = 'prize' then amount_cents > 0
    when kind in ('fine', 'damage', 'advance') then amount_cents < 0 else true end
$$;
alter table adjustments add constraint adjustments_go_their_way
  check (goes_its_way(kind, amount_cents) or state = 'withdrawn' or recurring_id is not null) not valid;
alter table recurring_adjustments add constraint recurring_goes_its_way
  check (goes_its_way(kind, amount_cents) or stopped_at is not null) not valid;

-- As before, and a plan that was cancelled is owed no longer.
create or replace view invariant_22_debt_carried_once as
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
      and not exists (select from journals where key = 'reversal:plan:' || p.id)
    group by p.id)
  select 'plan:' || id as offender, (after_weeks - besides)::bigint as found, 0::bigint as wanted from owed where after_weeks < besides
  union all
  select 'driver:' || a.driver_id, a.balance_cents, coalesce(o.balance, 0)
  from ledger_accounts a left join (
    select driver_id, 'plan' as code, -sum(after_weeks - besides)::bigint as balance from owed group by driver_id
    union all select driver_id, 'deposit', sum(deposited)::bigint from owed where kind = 'deposit' group by driver_id
  ) o on o.driver_id = a.driver_id and o.code = a.code
  where a.code in ('plan', 'deposit') and a.balance_cents <> coalesce(o.balance, 0)) plans_off;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant update (accepted_text, accepted_language) on plans to volante_app;
  end if;
end $$;
