-- What waited on a phone without a network may say that a driver signed and refused at once. Nobody can be asked any more: both are
-- kept, and the office looks at it once more (docs/decisions/108).
alter table inspections drop constraint inspections_signed_or_refused;
alter table inspections add constraint inspections_signed_or_refused
  check (kind = 'check' or num_nonnulls(driver_signed, driver_refused) >= 1);
