do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    -- A week that a recurring adjustment skipped is taken back while it has no statement; the log keeps what was said.
    grant delete on recurring_pauses to volante_app;
  end if;
end $$;
