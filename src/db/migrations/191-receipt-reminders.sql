-- Which reminders of a missing green receipt a driver was told, step by step; each step of a statement once.
create table receipt_reminders (
  settlement_id uuid not null references settlements,
  step smallint not null,
  reminded_at timestamptz not null,
  primary key (settlement_id, step),
  constraint receipt_reminders_are_steps check (step between 1 and 9)
);
create trigger receipt_reminders_are_written_once before update or delete on receipt_reminders
  for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on receipt_reminders to volante_app;
  end if;
end $$;
