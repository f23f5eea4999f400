-- Tolls passed without a passenger may be agreed, now that orders say when somebody sat in a car (docs/decisions/267).
alter table terms drop constraint terms_toll_policy_is_known;
alter table terms add constraint terms_toll_policy_is_known check (toll_policy in ('driver', 'difference', 'operator', 'off-trip'));
