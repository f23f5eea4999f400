-- A name that is answered marks the weeks of the rows that bear it (011). Each name walked all rows of the installation:
-- 120 ms on half a year of two hundred drivers, 48 s for a list of two hundred new ones. The rows are found by their names.
create index import_rows_by_key on import_rows using gin (keys jsonb_path_ops) where state = 'live';

create or replace function keys_mark_weeks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from settlements) then return null; end if;
  insert into week_marks (week)
  select distinct r.week from changed c
    join import_rows r on r.state = 'live' and r.source = c.source
      and r.keys @> jsonb_build_array(jsonb_build_object('kind', c.kind, 'value', c.value));
  return null;
end $$;

create or replace function mark_weeks_of_plates(plates text[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into week_marks (week)
  select distinct r.week from unnest(plates) as plate
    join import_rows r on r.state = 'live'
      and r.keys @> jsonb_build_array(jsonb_build_object('kind', 'plate', 'value', plate))
  where exists (select from settlements);
$$;
