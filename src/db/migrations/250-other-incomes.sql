-- What a driver says of a year: what else was earned, and whether contributions are paid. Written once; the newest word of a
-- person counts, whichever of their records said it (docs/decisions/138).
create table other_incomes (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  driver_id uuid not null references drivers on delete restrict,
  year integer not null,
  -- Services to others, without VAT; null where the driver does not say.
  elsewhere_cents bigint,
  contributes boolean not null,
  said_at timestamptz not null,
  said_by text,
  constraint other_incomes_year_is_possible check (year between 2024 and 2100),
  constraint other_incomes_are_amounts check (elsewhere_cents between 0 and 100000000000)
);
create index other_incomes_newest on other_incomes (driver_id, year, ordinal desc);
create trigger other_incomes_are_written_once before update or delete on other_incomes
  for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on other_incomes to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
