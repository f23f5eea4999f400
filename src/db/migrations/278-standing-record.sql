-- Asked for each row of long tables: nearly every record goes on by itself, so the walk is a few lookups by key and no
-- recursive plan. A merge is never a circle; a hundred steps are the end of one that would be.
create or replace function standing_record(driver uuid) returns uuid language plpgsql stable set search_path = public, pg_temp as $$
declare
  further uuid;
begin
  for step in 1..100 loop
    select merged_into into further from drivers where id = driver;
    if not found then return null; end if;
    if further is null then return driver; end if;
    driver := further;
  end loop;
  return null;
end
$$;
