-- What an accepted dispute gave back may be corrected again in its week. The office answers whether the driver gets it once
-- or twice (docs/decisions/367); the last answer to a correction holds.
create table overlap_answers (
  id bigint generated always as identity primary key,
  -- The adjustment of the accepted dispute.
  correction_id uuid not null references adjustments,
  answer text not null,
  -- What the week corrects again, in cents, signed as the driver sees it.
  overlap_cents bigint not null,
  -- The adjustment that takes it off, or gives it back.
  written_id uuid unique references adjustments,
  reason text not null,
  answered_at timestamptz not null,
  answered_by text,
  constraint overlap_answers_answer_is_known check (answer in ('once', 'twice')),
  constraint overlap_answers_say_why check (answer = 'once' or reason ~ '\S')
);
create index overlap_answers_of on overlap_answers (correction_id, id);
create trigger overlap_answers_are_written_once before update or delete on overlap_answers
  for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on overlap_answers to volante_app;
  end if;
end $$;
