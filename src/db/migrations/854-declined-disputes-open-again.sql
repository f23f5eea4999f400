-- The office takes back the answer with which it declined a dispute: the dispute is open again (docs/decisions/026). The answer
-- that no longer holds stays, with who wrote it and who took it back.
create table dispute_answers_back (
  id bigint generated always as identity primary key,
  dispute_id uuid not null references disputes,
  answer text not null,
  answered_at timestamptz not null,
  answered_by text,
  taken_back_at timestamptz not null,
  taken_back_by text
);
create index dispute_answers_back_of on dispute_answers_back (dispute_id, id);
create trigger dispute_answers_back_are_written_once before update or delete on dispute_answers_back
  for each row execute function written_once();

create or replace function dispute_is_closed_once() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if row(new.settlement_id, new.ordinal, new.cause, new.words, new.opened_at, new.file_sha256, new.file_name)
     is distinct from row(old.settlement_id, old.ordinal, old.cause, old.words, old.opened_at, old.file_sha256, old.file_name) then
    raise exception 'dispute % is written', old.id;
  end if;
  if old.state = 'open' and new.state <> 'open' and new.reopened_at is not distinct from old.reopened_at then
    return new;
  end if;
  if old.state = 'accepted' and new.state = 'open' and new.reopened_at is not null and new.answer = '' and exists (
    select from dispute_reopenings join adjustments on adjustments.id = adjustment_id
    where dispute_id = old.id and adjustment_id = old.adjustment_id and adjustments.state = 'withdrawn') then
    return new;
  end if;
  if old.state = 'declined' and new.state = 'open' and new.reopened_at is not null and new.answer = '' and exists (
    select from dispute_answers_back
    where dispute_id = old.id and answer = old.answer and answered_at = old.closed_at) then
    return new;
  end if;
  raise exception 'dispute % is written', old.id;
end $$;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on dispute_answers_back to volante_app;
  end if;
end $$;
