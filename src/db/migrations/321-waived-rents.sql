-- A week's rent that the office let go, because no car was on record with the driver in it: it holds for that week, and only while no
-- car is. Nothing of a statement that was issued changes by it.
create table waived_rents (
  id bigint generated always as identity primary key,
  driver_id uuid not null references drivers on delete restrict,
  week date not null,
  waived_at timestamptz not null,
  waived_by text,
  constraint waived_rents_once unique (driver_id, week),
  constraint waived_rents_week_is_a_monday check (extract(isodow from week) = 1)
);
create index waived_rents_by_week on waived_rents (week);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, delete on waived_rents to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
