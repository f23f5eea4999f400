-- A closing of a final account that was a mistake is taken back like a payment; its amount may be nothing, or a debt.
alter table final_movements
  drop constraint final_movements_move_something,
  add constraint final_movements_move_something
    check (kind in ('closed', 'taken-back') or amount_cents between 1 and 100000000000);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    -- A week that a plan skipped is taken back while it has no statement; the log keeps what was said.
    grant delete on plan_skips to volante_app;
  end if;
end $$;
