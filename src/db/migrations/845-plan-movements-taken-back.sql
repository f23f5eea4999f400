-- A plan's payment or write-off that was a mistake is taken back by a movement of its own (docs/decisions/362).
alter table plan_movements
  add column takes_back uuid unique references plan_movements on delete restrict,
  drop constraint plan_movements_kind_is_known,
  add constraint plan_movements_kind_is_known
    check (kind in ('early', 'write-off', 'returned', 'used', 'due', 'released', 'taken-back')),
  add constraint plan_movements_take_back_one check ((kind = 'taken-back') = (takes_back is not null));

do $$
declare
  body text := regexp_replace(pg_get_viewdef('invariant_22_debt_carried_once'), '\s+', ' ', 'g');
  every text := '(plan_movements m JOIN plans v';
begin
  -- What was taken back is neither paid nor given up.
  if position(every in body) = 0 then raise exception 'invariant 22 is not as it was: %', body; end if;
  execute 'create or replace view invariant_22_debt_carried_once as ' || replace(body, every,
    '((select * from plan_movements own where not exists (select from plan_movements back where back.takes_back = own.id)) m JOIN plans v');
end $$;
