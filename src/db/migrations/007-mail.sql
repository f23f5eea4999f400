-- When a message is tried next, and which way it went: to a mail server, or to a file where none is set up.
alter table mail_outbox add column next_try_at timestamptz not null default now();
alter table mail_outbox add column sent_via text;
alter table mail_outbox add constraint mail_outbox_way_is_known check (sent_via in ('smtp', 'outbox'));
alter table mail_outbox add constraint mail_outbox_sent_says_when_and_how
  check ((state = 'sent') = (sent_at is not null) and (state = 'sent') = (sent_via is not null));
create index mail_outbox_by_driver on mail_outbox (driver_id, template, id desc);

-- A waiting message always has its errand, ordered in the transaction that wrote it, for the moment of the next try.
-- The same message waits once: a new moment replaces the old one.
create function mail_is_ordered() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform graphile_worker.add_job(
    'mail.deliver', json_build_object('id', new.id), job_key => 'mail:' || new.id, run_at => new.next_try_at
  );
  return null;
end $$;
create trigger mail_outbox_is_ordered after insert or update of state, next_try_at on mail_outbox
  for each row when (new.state = 'waiting') execute function mail_is_ordered();

-- What was written before anything carried it out.
update mail_outbox set next_try_at = now() where state = 'waiting';
