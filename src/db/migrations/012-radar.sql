-- What the office said of something out of the ordinary. The anomaly itself is worked out each time; its name stays the same
-- while its figures do.
create table anomaly_answers (
  id bigint generated always as identity primary key,
  anomaly text not null,
  kind text not null,
  driver_id uuid not null references drivers on delete cascade,
  week date not null,
  -- right: it is as it should be · talk: to be spoken about, stays open · always: never to be told again of this driver.
  answer text not null,
  answered_at timestamptz not null,
  answered_by text,
  constraint anomaly_answers_once unique (anomaly),
  constraint anomaly_answers_week_is_a_monday check (extract(isodow from week) = 1),
  constraint anomaly_answers_answer_is_known check (answer in ('right', 'talk', 'always'))
);
create index anomaly_answers_by_week on anomaly_answers (week);
create index anomaly_answers_for_ever on anomaly_answers (driver_id, kind) where answer = 'always';

-- Whether two rows of the same plate, minute and value, from two exports, are one passage. By their keys, so that the answer
-- outlives an import that is taken back and comes again. Of the same passage the second counts nothing while the first counts.
create table passage_answers (
  id bigint generated always as identity primary key,
  source text not null,
  week date not null,
  kept_key text not null,
  other_key text not null,
  is_same boolean not null,
  answered_at timestamptz not null,
  answered_by text,
  constraint passage_answers_once unique (source, week, kept_key, other_key),
  constraint passage_answers_are_of_two check (kept_key <> other_key),
  constraint passage_answers_week_is_a_monday check (extract(isodow from week) = 1)
);
create unique index passage_answers_same_once on passage_answers (source, week, other_key) where is_same;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on anomaly_answers to volante_app;
    grant select, insert, delete on passage_answers to volante_app;
  end if;
end $$;
