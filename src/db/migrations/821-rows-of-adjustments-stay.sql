-- The rows behind an adjustment are frozen with the statement that carries it: sites keep what was issued in their memory (344), and
-- nobody adds a row that they would not see.
create function adjustment_is_not_carried() returns trigger language plpgsql as $$
begin
  if exists (select from settlement_lines where adjustment_id = new.adjustment_id) then
    raise exception 'adjustment % is on a statement', new.adjustment_id;
  end if;
  return new;
end $$;
create trigger adjustment_rows_come_before_it before insert on adjustment_rows
  for each row execute function adjustment_is_not_carried();
