-- What the house asks of whoever signs in to the office. No row: as the mode has it, compulsory in production.
create table access_rules (
  single boolean primary key default true check (single),
  admins_need_second_factor boolean not null,
  updated_at timestamptz not null
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on access_rules to volante_app;
  end if;
end $$;
