-- A car that left the fleet (docs/decisions/136): sold, given back to whoever rents or leases it out, or scrapped, and on which day.
-- Taken back with a reason, it never left. What was paid for it every month ended with it, and goes on when it is taken back.
create table car_sales (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity unique,
  vehicle_id uuid not null references vehicles on delete restrict,
  way text not null,
  -- The first day on which it was no longer the operator's.
  left_on date not null,
  -- Who has it now, and what was paid for it, where that is written down.
  buyer text not null default '',
  price_cents bigint,
  kilometres integer,
  file_sha256 text references files,
  file_name text,
  -- The monthly costs that ended with it.
  ended_costs uuid[] not null default '{}',
  withdrawn_at timestamptz,
  withdraw_reason text,
  created_at timestamptz not null,
  created_by text,
  constraint car_sales_way_is_known check (way in ('sold', 'returned', 'scrapped')),
  constraint car_sales_price_is_one check (price_cents between 1 and 1000000000),
  constraint car_sales_kilometres_are_possible check (kilometres between 0 and 2000000),
  constraint car_sales_files_have_names check ((file_sha256 is null) = (file_name is null)),
  constraint car_sales_withdrawn_say_why check ((withdrawn_at is null) = (withdraw_reason is null))
);
-- A car leaves once.
create unique index car_sales_count_once on car_sales (vehicle_id) where withdrawn_at is null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on car_sales to volante_app;
    grant update (withdrawn_at, withdraw_reason) on car_sales to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
