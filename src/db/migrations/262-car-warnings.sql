-- What the driver who has a car was told of it (docs/decisions/149): work that is due, and the age from which an own car may not be
-- driven. Each step of each end once; `about` is the end itself, so that work which was done is told of anew.
create table car_warnings (
  vehicle_id uuid not null references vehicles on delete restrict,
  rule_id uuid references maintenance_rules on delete restrict,
  about text not null,
  step text not null,
  warned_at timestamptz not null,
  constraint car_warnings_steps_are_known check (step in ('soon', 'due', '12', '6', '3', '0')),
  constraint car_warnings_are_told_once unique nulls not distinct (vehicle_id, rule_id, about, step)
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on car_warnings to volante_app;
  end if;
end $$;
