-- What a driver is charged for a fine or a damage, as long as it counts: an adjustment that was not taken back, or a plan that goes on
-- (what was agreed anew is a row of its own, with the same first plan). `person_id`: whoever pays it, also after a merge. Asked by what shows it and by what waits for its end.
create view counting_charges as
select c.fine_id, c.damage_id, c.adjustment_id, null::uuid as plan_id, a.driver_id, standing_record(a.driver_id) as person_id, -a.amount_cents as amount_cents, a.week
from car_charges c join adjustments a on a.id = c.adjustment_id
where a.state = 'accepted'
union all
select c.fine_id, c.damage_id, null, p.id, p.driver_id, standing_record(p.driver_id), p.total_cents, p.first_week
from car_charges c join plans begun on begun.id = c.plan_id
  join plans p on p.root_id = begun.root_id and p.state = 'active';

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select on counting_charges to volante_app;
  end if;
end $$;
