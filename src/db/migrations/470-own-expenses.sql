-- What a driver writes down of an own car and of the work: for the own accountant, in no sum of the operator (docs/decisions/229).
create table own_expenses (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity unique,
  driver_id uuid not null references drivers (id),
  spent_on date not null,
  kind text not null,
  amount_cents bigint not null,
  -- Inside the amount; nothing where the driver did not say.
  vat_cents bigint,
  note text not null default '',
  file_sha256 text references files (sha256),
  file_name text,
  written_at timestamptz not null,
  withdrawn_at timestamptz,
  constraint own_expenses_amounts_are_possible check (amount_cents > 0 and vat_cents between 0 and amount_cents),
  constraint own_expenses_kinds_are_known check (kind in ('fuel', 'charging', 'tolls', 'upkeep', 'tyres', 'insurance', 'road-tax',
    'inspection', 'wash', 'parking', 'car-finance', 'phone', 'accountant', 'social-security', 'other')),
  constraint own_expenses_files_have_names check ((file_sha256 is null) = (file_name is null))
);
create index own_expenses_of_driver on own_expenses (driver_id, spent_on);
create index own_expenses_of_file on own_expenses (file_sha256) where file_sha256 is not null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on own_expenses to volante_app;
    grant update (withdrawn_at) on own_expenses to volante_app;
  end if;
end $$;
