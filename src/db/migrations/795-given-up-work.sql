-- Work that was given up after its last try is tried again or left by somebody, who says why; the tables of the queue are read by the owner alone.
-- What is left stays in the queue for a month, with a flag, so that it can be taken up again.

-- What is being done is not given up, though the queue says so of work that was ordered anew meanwhile; nor is what somebody left.
create or replace function queue_state() returns table (waiting integer, oldest double precision, failed integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select
    count(*) filter (where run_at <= now() and locked_at is null and attempts < max_attempts)::integer,
    extract(epoch from now() - min(run_at) filter (where run_at <= now() and locked_at is null and attempts < max_attempts))::double precision,
    count(*) filter (where attempts >= max_attempts and locked_at is null and not coalesce(flags ? 'left', false))::integer
  from graphile_worker.jobs
$$;

create function given_up_work()
returns table (id text, task text, ordered_at timestamptz, ended_at timestamptz, tries integer, error text, is_left boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select id::text, task_identifier, created_at, updated_at, attempts::integer, last_error, coalesce(flags ? 'left', false)
  from graphile_worker.jobs
  where attempts >= max_attempts and locked_at is null
  order by updated_at desc, id desc
$$;

-- Both answer whether there was such work still: of two people at once, the second finds none.
create function take_up_work(job text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update graphile_worker._private_jobs
    set attempts = 0, run_at = now(), last_error = null, flags = nullif(flags - 'left', '{}'::jsonb), updated_at = now()
    where id::text = job and attempts >= max_attempts and locked_at is null;
  if not found then
    return false;
  end if;
  -- As the queue itself tells its workers.
  perform pg_notify('jobs:insert', json_build_object('r', random()::text, 'count', 1)::text);
  return true;
end $$;

create function leave_work(job text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update graphile_worker._private_jobs
    set key = null, flags = coalesce(flags, '{}'::jsonb) || '{"left": true}', updated_at = now()
    where id::text = job and attempts >= max_attempts and locked_at is null and not coalesce(flags ? 'left', false);
  return found;
end $$;

revoke execute on function given_up_work(), take_up_work(text), leave_work(text) from public;

do $$
begin
  if exists (select from pg_roles where rolname = 'volante_app') then
    grant execute on function given_up_work(), take_up_work(text), leave_work(text) to volante_app;
  end if;
end $$;
