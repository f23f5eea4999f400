-- An inspection may have been recorded with the wrong driver: only that is corrected, and it says since when. What was seen, photographed
-- and signed stays as it was written.
alter table inspections add column driver_corrected_at timestamptz;

create function inspection_corrects_its_driver() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare open constant text[] := array['driver_id', 'driver_corrected_at'];
begin
  if to_jsonb(new) - open is distinct from to_jsonb(old) - open or new.driver_corrected_at is null
    or old.driver_id is null or new.driver_id is null then
    raise exception 'inspection % is written once', old.id;
  end if;
  if exists (select from damages join counting_charges c on c.damage_id = damages.id where damages.inspection_id = old.id) then
    raise exception 'somebody pays for a damage of inspection %', old.id;
  end if;
  return new;
end $$;
drop trigger inspections_are_written_once on inspections;
create trigger inspections_are_written_once before delete on inspections for each row execute function written_once();
create trigger inspections_correct_their_driver before update on inspections
  for each row execute function inspection_corrects_its_driver();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant update (driver_id, driver_corrected_at) on inspections to volante_app;
  end if;
end $$;
