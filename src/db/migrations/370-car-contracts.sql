-- What a car's monthly costs are for, and its contract of leasing or renting (docs/decisions/200): what a car leaves can be read by kind, and a cost
-- that nobody wrote down is said to be missing.
alter table car_costs add column kind text not null default 'other';
alter table car_costs add constraint car_costs_kinds_are_known check (kind in ('finance', 'insurance', 'tax', 'other'));
-- The words that the form gave as examples. Amounts and sums stay what they were; a kind can be put right.
update car_costs set kind = case
  when what ~* '(leasing|renting|prestaç)' then 'finance'
  when what ~* '(seguro|insurance)' then 'insurance'
  when what ~* '(\yiuc\y|road tax)' then 'tax'
  else 'other' end;

create table car_contracts (
  vehicle_id uuid primary key references vehicles on delete restrict,
  begins_on date not null,
  months smallint not null,
  -- Of the whole term, and what 100 km beyond it cost.
  kilometre_limit integer,
  beyond_cents bigint,
  residual_cents bigint,
  start_kilometres integer,
  includes text[] not null default '{}',
  created_at timestamptz not null,
  created_by text,
  constraint car_contracts_terms_are_possible check (months between 1 and 120),
  constraint car_contracts_kilometres_are_possible check (kilometre_limit between 1 and 1000000 and start_kilometres between 0 and 2000000),
  constraint car_contracts_amounts_are_possible check (beyond_cents between 1 and 100000 and residual_cents between 0 and 1000000000),
  constraint car_contracts_include_what_is_known check (includes <@ array['insurance', 'tax', 'upkeep'])
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on car_contracts to volante_app;
    grant update (kind) on car_costs to volante_app;
  end if;
end $$;
