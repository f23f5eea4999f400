-- What a monitor is told of the queue, whose tables only the owner reads: how much waits, for how long (seconds), and what was given up.
create function queue_state() returns table (waiting integer, oldest double precision, failed integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select
    count(*) filter (where run_at <= now() and locked_at is null and attempts < max_attempts)::integer,
    extract(epoch from now() - min(run_at) filter (where run_at <= now() and locked_at is null and attempts < max_attempts))::double precision,
    count(*) filter (where attempts >= max_attempts)::integer
  from graphile_worker.jobs
$$;
revoke execute on function queue_state() from public;

do $$
begin
  if exists (select from pg_roles where rolname = 'volante_app') then
    grant execute on function queue_state() to volante_app;
  end if;
end $$;
