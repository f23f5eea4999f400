-- A car that was added by mistake goes with what was recorded about it and taken back again: that says nothing of any car. Whatever still
-- counts keeps the car. The log goes on saying what was recorded, and why it was taken back.
create function remove_rows_taken_back() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from workshop_stays where vehicle_id = old.id and withdrawn_at is not null;
  delete from maintenance_jobs where vehicle_id = old.id and withdrawn_at is not null;
  delete from odometer_readings where vehicle_id = old.id and withdrawn_at is not null;
  delete from car_costs where vehicle_id = old.id and withdrawn_at is not null;
  delete from car_sales where vehicle_id = old.id and withdrawn_at is not null;
  delete from accidents where vehicle_id = old.id and withdrawn_at is not null;
  insert into erasing values (pg_current_xact_id(), 'papers');
  delete from papers where vehicle_id = old.id and state = 'refused';
  delete from erasing where xid = pg_current_xact_id() and of_table = 'papers';
  return old;
end $$;
create trigger vehicles_go_with_rows_taken_back before delete on vehicles
  for each row execute function remove_rows_taken_back();
