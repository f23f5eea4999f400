-- What the receipt carries is frozen with the rest again: 300 had written the rule of 058 anew without it.
create or replace function settlement_moves_forward() returns trigger language plpgsql as $$
begin
  if row(new.driver_id, new.week, new.version, new.net_cents, new.payable_cents, new.carried_over_cents, new.earnings_cents,
         new.costs_cents, new.adjustments_cents, new.receipt_value_cents, new.receipt_carried, new.sources, new.terms,
         new.terms_from, new.issued_at)
     is distinct from
     row(old.driver_id, old.week, old.version, old.net_cents, old.payable_cents, old.carried_over_cents, old.earnings_cents,
         old.costs_cents, old.adjustments_cents, old.receipt_value_cents, old.receipt_carried, old.sources, old.terms,
         old.terms_from, old.issued_at) then
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
