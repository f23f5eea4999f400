-- When a sign-in was closed because its last day was over: only that is undone when the driver comes back.
alter table departures add column sign_in_closed_at timestamptz;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant update (sign_in_closed_at) on departures to volante_app;
  end if;
end $$;
