-- When a stamp was asked for last: the work comes with every contract that is sealed, and eight of them in an hour used up all tries of the first (docs/decisions/346).
alter table contract_stamps add column tried_at timestamptz;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant update (tried_at) on contract_stamps to volante_app;
  end if;
end $$;
