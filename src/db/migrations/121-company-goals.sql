-- What the company itself wants to reach in a week or a month: shown on its overview, paid to nobody. Written once; the version in
-- force at the beginning of a period counts for it, and one without a target ends it.
create table company_goals (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  -- income, in cents · trips · drivers with income.
  measure text not null,
  period text not null,
  starts_on date not null,
  target bigint,
  reason text not null,
  created_at timestamptz not null,
  created_by text,
  constraint company_goals_begin_once unique (measure, period, starts_on),
  constraint company_goals_measure_is_known check (measure in ('income', 'trips', 'drivers')),
  constraint company_goals_period_is_known check (period in ('week', 'month')),
  constraint company_goals_begin_on_a_monday check (extract(isodow from starts_on) = 1),
  constraint company_goals_want_something check (target between 1 and 100000000000),
  constraint company_goals_have_a_reason check (reason ~ '\S')
);
create trigger company_goals_are_written_once before update or delete on company_goals
  for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on company_goals to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
