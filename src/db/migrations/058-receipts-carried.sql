-- What earlier weeks left to the receipt of a statement, week by week in cents: [{"week": "2026-06-01", "amount": -27000}].
-- Null on a statement of before this was carried; what such a one told below zero goes on to the next receipt all the same.
alter table settlements add column receipt_carried jsonb,
  add constraint settlements_receipts_carry_a_list check (jsonb_typeof(receipt_carried) = 'array');
create index settlements_receipts_open on settlements (driver_id, week)
  where state <> 'void' and (receipt_value_cents < 0 or receipt_carried <> '[]'::jsonb);

-- As in `005-settlements.sql`, and what the receipt carries is frozen with the rest.
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
  if (old.state, new.state) in (('issued', 'approved'), ('issued', 'void'), ('approved', 'void'), ('approved', 'in-batch'),
      ('approved', 'paid'), ('in-batch', 'approved'), ('in-batch', 'paid')) then return new; end if;
  raise exception 'settlement % cannot go from % to %', old.id, old.state, new.state;
end $$;
