-- A goal of the company that was typed wrong is removed while its first period is not over; the version before it counts again.
drop trigger company_goals_are_written_once on company_goals;
create trigger company_goals_are_written_once before update on company_goals
  for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant delete on company_goals to volante_app;
  end if;
end $$;
