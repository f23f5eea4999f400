-- Why what was put on an account was taken back; the reversal itself is a journal. Those of before have no reason here: the log has it.
create table reclassification_reversals (
  reclassification_id uuid primary key references reclassifications,
  reason text not null,
  created_at timestamptz not null,
  created_by text,
  constraint reclassification_reversals_have_a_reason check (reason ~ '\S')
);
create trigger reclassification_reversals_are_written_once before update or delete on reclassification_reversals
  for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on reclassification_reversals to volante_app;
  end if;
end $$;
