-- Work that is ordered has the cause of the transaction that ordered it (`volante.cause`, set where one begins): the id of the request, and its trace.
-- The queue keeps it as flags. Their names and arguments stay; a program that sets no cause orders work without one.
create function cause_of_work() returns text[] language sql stable set search_path = public, pg_temp as $$
  select string_to_array(nullif(current_setting('volante.cause', true), ''), ' ')
$$;

create or replace function order_job(task text, payload json, job_key text default null) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload, job_key => order_job.job_key, flags => cause_of_work());
end $$;

create or replace function mail_is_ordered() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(
    'mail.deliver', json_build_object('id', new.id), job_key => 'mail:' || new.id, run_at => new.next_try_at,
    flags => cause_of_work()
  );
  return null;
end $$;

create or replace function push_is_ordered() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(
    'push.deliver', json_build_object('id', new.id), job_key => 'push:' || new.id, run_at => new.next_try_at,
    flags => cause_of_work()
  );
  return null;
end $$;

create or replace function whatsapp_is_ordered() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(
    'whatsapp.deliver', json_build_object('id', new.id), job_key => 'whatsapp:' || new.id, run_at => new.next_try_at,
    flags => cause_of_work()
  );
  return null;
end $$;
