-- A driver's own car is ceded to the operator in writing (docs/decisions/286): two more kinds of contract, which always have a last day.
alter table contracts
  drop constraint contracts_kind_is_known,
  add constraint contracts_kind_is_known
    check (kind in ('own-car', 'car-loan', 'car-use', 'fleet-car', 'rental', 'deposit', 'plan', 'amendment')),
  add constraint contracts_of_ceding_end check (kind not in ('car-loan', 'car-use') or ends_on is not null);
