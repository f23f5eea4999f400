-- As in `035-invariants.sql`, and VAT that the files itemise, which has no base: the line is what its steps say, the VAT of
-- each platform and 6/106 (or what the rate then was) of the fares that came without, rounded once.
create or replace view invariant_15_vat_once as
select 'settlement:' || settlement_id as offender, amount_cents as found, rounded.amount as wanted
from settlement_lines, lateral (select
  (case code when 'receipt.vat' then 1 else -1 end * round(base_cents * rate_basis_points / 10000.0))::bigint as amount) rounded
where code in ('vat.trips', 'receipt.vat', 'receipt.withholding') and base_cents is not null and amount_cents <> rounded.amount
union all
select 'settlement:' || l.settlement_id, l.amount_cents, told.amount
from settlement_lines l, lateral (
  select coalesce(sum((step ->> 'amount')::bigint) filter (where step ->> 'kind' = 'term' and step ->> 'term' = 'trip-vat'), 0)::bigint
    - coalesce(round(sum((step ->> 'amount')::bigint) filter (where step ->> 'kind' = 'term' and step ->> 'term' = 'fare')
        * max((step ->> 'numerator')::numeric) / max((step ->> 'denominator')::numeric)), 0)::bigint as amount
  from jsonb_array_elements(l.steps) step) told
where l.code = 'vat.trips' and l.base_cents is null and l.amount_cents <> told.amount
union all
select 'settlement:' || settlement_id, count(*), 1 from settlement_lines
where code in ('vat.trips', 'receipt.vat', 'receipt.withholding') group by settlement_id, code having count(*) > 1;
comment on view invariant_15_vat_once is
  '15. VAT is what its base or its steps say, rounded once, half a cent away from zero, on one line of a statement.';

-- What these two prove, and no more: that a row with a driver is on any statement at all is proved when a week is approved
-- (what the sources brought is settled, unmatched or the company's), and the row that comes later waits as a proposal.
comment on view invariant_21_rows_settled_once is
  '21. No row is on two statements, nor on one of another week.';
comment on view invariant_24_one_source is
  '24. Statements and ledger say the same.';
