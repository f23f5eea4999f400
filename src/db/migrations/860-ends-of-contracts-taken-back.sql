-- The early end of a contract that was recorded by mistake is taken back, and may be recorded again. Its day and reason never
-- change in place, so that the history has every step.
alter table contract_events
  drop constraint contract_events_are_known,
  add constraint contract_events_are_known check (event in (
    'draft', 'sent', 'signed', 'sealed', 'withdrawn', 'refused', 'ended', 'end-back', 'code', 'link', 'link-revoked', 'opened',
    'paper', 'paper-declined'));

create or replace function keep_closed_contract() returns trigger language plpgsql as $$
begin
  -- A body that is sealed again under another key is the same body: its hash stays.
  if old.state in ('sealed', 'withdrawn', 'refused')
    and (new.state, new.reason, new.file_sha256, new.text_sha256, new.paper_id)
      is distinct from (old.state, old.reason, old.file_sha256, old.text_sha256, old.paper_id) then
    raise exception 'A contract that is closed does not change.' using errcode = '55000';
  end if;
  if old.ended_on is not null and new.ended_on is not null
    and (new.ended_on, new.ended_why) is distinct from (old.ended_on, old.ended_why) then
    raise exception 'A contract ends once.' using errcode = '55000';
  end if;
  return new;
end $$;
