-- How old a car of the activity may be, each limit from a day on: those of the laws of 2018 and 2026 (Lei 59/2026, to be
-- confirmed). The office writes the next one; a day has the last limit that has begun.
create table car_age_limits (
  from_on date primary key,
  years smallint not null,
  electric_years smallint not null,
  constraint car_age_limits_are_possible check (years between 1 and 40 and electric_years between 1 and 40)
);
insert into car_age_limits values ('2018-11-01', 7, 7), ('2026-09-01', 10, 12);

-- A car is not inspected in its first year: the paper is asked for so many months after it was first registered.
alter table paper_kinds add column first_after_months integer,
  add constraint paper_kinds_first_asked_of_cars
    check (first_after_months is null or (holder = 'car' and first_after_months between 1 and 120));
update paper_kinds set first_after_months = 12 where code = 'inspection';

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on car_age_limits to volante_app;
  end if;
end $$;
