-- Weeks of which the office was told, while they were open, that statements of theirs may end below nothing: each once.
create table forecast_warnings (
  week date primary key check (extract(isodow from week) = 1),
  told_at timestamptz not null,
  drivers integer not null check (drivers >= 0)
);
create trigger forecast_warnings_are_written_once before update or delete on forecast_warnings
  for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on forecast_warnings to volante_app;
  end if;
end $$;
