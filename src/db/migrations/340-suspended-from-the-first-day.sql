-- Who was taken in as suspended had the word on the record and no day of a suspension, so that every answer by days knew of none
-- (docs/decisions/101). They were suspended from the day they were taken in until the record first said something else.
with taken_in as (
  select d.id, (d.created_at at time zone 'Europe/Lisbon')::date as first_day,
    -- The day on which the record first said something else; none while nobody did.
    (select min((later.at at time zone 'Europe/Lisbon')::date) from audit_events later
      where later.subject = 'driver:' || d.id and later.id > made.id
        and later.after ->> 'status' is not null and later.after ->> 'status' <> 'suspended') as lifted_on,
    (select min(coalesce(s.from_on, '-infinity'::date)) from driver_suspensions s where s.driver_id = d.id) as known_from
  from drivers d
  cross join lateral (select e.id, e.after from audit_events e where e.subject = 'driver:' || d.id order by e.id limit 1) made
  where made.after ->> 'status' = 'suspended'
), moved as (
  -- Saved again later, as suspended: it was noted as of that day.
  update driver_suspensions s set from_on = t.first_day
  from taken_in t
  where s.driver_id = t.id and s.from_on = t.known_from and t.known_from > t.first_day
    and (t.lifted_on is null or t.known_from < t.lifted_on)
)
insert into driver_suspensions (driver_id, from_on, until_on)
select id, first_day, lifted_on - 1 from taken_in
where lifted_on > first_day and (known_from is null or known_from > lifted_on);

insert into driver_suspensions (driver_id, from_on)
select d.id, (d.created_at at time zone 'Europe/Lisbon')::date from drivers d
where d.status = 'suspended'
  and not exists (select from driver_suspensions s where s.driver_id = d.id and s.until_on is null);
