-- As before (600), but holds are read once for a day and not asked again for each of its points.
create or replace function positions.sweep(moment timestamptz) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- A wrong clock drops nothing of today.
  today date := (least(moment, clock_timestamp() + interval '1 day') at time zone 'Europe/Lisbon')::date;
  -- Today is one of the days that are kept: nothing is ever older than so many.
  first date := today + 1 - coalesce((select keeps_days from position_settings), 7);
  partition text;
  gone integer := 0;
begin
  for partition in
    select c.relname from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = 'positions.points'::regclass and c.relname < 'day_' || to_char(first, 'YYYYMMDD')
    order by c.relname loop
    execute format('insert into positions.held select p.* from positions.%I p where exists (
      select from position_holds h where h.vehicle_id = p.vehicle_id and p.at >= h.from_at and p.at < coalesce(h.ended_at, h.until_at))
      on conflict do nothing', partition);
    execute format('drop table positions.%I', partition);
    gone := gone + 1;
  end loop;
  delete from positions.held where not exists (
    select from position_holds h where h.vehicle_id = held.vehicle_id and held.at >= h.from_at
      and held.at < coalesce(h.ended_at, h.until_at) and coalesce(h.ended_at, h.until_at) > moment);
  delete from positions.last where at < positions.midnight(first) and not positions.is_held(vehicle_id, moment);
  perform positions.make_days(today, 4);
  return gone;
end $$;
