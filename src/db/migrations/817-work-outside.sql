-- Work of a queue is done one after the other, so that a service outside that hangs keeps one worker and no more (docs/decisions/346).
create function order_job(task text, payload json, job_key text, queue text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(
    task, payload, queue_name => order_job.queue, job_key => order_job.job_key, flags => cause_of_work()
  );
end $$;
