-- Where ordinary expenses go, and what an account of the bank began with (docs/decisions/171).
insert into ledger_accounts (code) values
  ('costs:office'),
  ('costs:premises'),
  ('costs:power'),
  ('costs:phone'),
  ('costs:software'),
  ('costs:advice'),
  ('costs:advertising'),
  ('costs:repairs'),
  ('costs:insurance'),
  ('costs:wages'),
  ('costs:contributions'),
  ('costs:taxes'),
  ('costs:interest'),
  ('vat:paid'),
  ('loans'),
  ('owners'),
  ('opening');

-- By what else a list may call the account of an IBAN: which bank's it is, and indexes of the numbers that stand in it.
alter table bank_accounts add column bank_code text, add column numbers bytea[] not null default '{}';
