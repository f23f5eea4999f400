-- Where a car was at one moment, that of a fine, a toll or a damage (docs/decisions/280): asked by a person, with a reason, and written down.
alter table position_looks drop constraint position_looks_what_is_known;
alter table position_looks add constraint position_looks_what_is_known
  check (what in ('last', 'day', 'export', 'kilometres', 'watch', 'moment'));

-- What shows that a fine, a toll or a damage is wrong is kept until that is settled, as long as any hold.
alter table position_holds drop constraint position_holds_kind_is_known;
alter table position_holds add constraint position_holds_kind_is_known check (kind in ('theft', 'accident', 'proof'));

-- What a car did half an hour around a moment. Each press is a look of its own, and concerns whoever had the car at that minute.
create function positions.see_moment(reader text, car uuid, asked timestamptz, reason text, moment timestamptz)
  returns setof positions.points language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare look bigint;
begin
  if not exists (select from users where uid = see_moment.reader and not disabled) then
    raise exception 'Nobody looks without a name.' using errcode = '42501';
  end if;
  if see_moment.reason !~ '\S' then
    raise exception 'A look needs a reason.' using errcode = '42501';
  end if;
  insert into position_looks (reader, role, what, day, reason, at, until_at)
    values (see_moment.reader, 'admin', 'moment', (see_moment.asked at time zone 'Europe/Lisbon')::date, see_moment.reason,
      see_moment.moment, see_moment.moment)
    returning id into look;
  insert into position_look_cars (look_id, vehicle_id, driver_id)
    select look, see_moment.car, a.driver_id from (values (1)) as one (car)
      left join assignments a on a.vehicle_id = see_moment.car and a.period @> see_moment.asked;
  return query
  select p.* from (
      select * from positions.points
        where vehicle_id = see_moment.car and at between see_moment.asked - interval '30 minutes' and see_moment.asked + interval '30 minutes'
      union
      select * from positions.held
        where vehicle_id = see_moment.car and at between see_moment.asked - interval '30 minutes' and see_moment.asked + interval '30 minutes') p
    where not p.hidden or positions.is_held(p.vehicle_id, p.at)
    order by p.at, p.device;
end $$;

revoke all on function positions.see_moment from public;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant execute on function positions.see_moment to volante_app;
  end if;
end $$;
