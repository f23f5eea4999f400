-- Whether somebody was suspended on the day on which they left: whoever comes back still is, unless the office lifts it
-- (docs/decisions/160). Of those who are away now it is read from the suspension that ended with their stay.
alter table departures add column was_suspended boolean not null default false;
update departures set was_suspended = true
  where returned_on is null and exists (
    select from driver_suspensions s join drivers on drivers.id = s.driver_id
    where s.driver_id = departures.driver_id and s.until_on >= departures.last_day and drivers.status = 'inactive');

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant update (was_suspended) on departures to volante_app;
  end if;
end $$;
