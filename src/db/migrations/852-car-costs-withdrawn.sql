-- A monthly cost that was written wrongly is withdrawn with a reason, as work on a car is.
alter table car_costs
  add column withdrawn_at timestamptz,
  add column withdraw_reason text,
  add constraint car_costs_withdrawn_say_why check ((withdrawn_at is null) = (withdraw_reason is null));

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant update (withdrawn_at, withdraw_reason) on car_costs to volante_app;
  end if;
end $$;
