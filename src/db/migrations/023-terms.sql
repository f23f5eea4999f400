-- Rules that are agreed only now and then: floor and cap of the fee, weeks without a fee, kilometres, the ceiling on
-- deductions, the driver's receipt, and which parts follow the financial settings. A rule that is not there was not agreed.
alter table terms add column rules jsonb not null default '{}';
alter table terms add constraint terms_rules_are_named check (jsonb_typeof(rules) = 'object');
