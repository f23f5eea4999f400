-- What the office said of one row of a file, by the row's key, so that the answer outlives an import that is taken back and
-- comes again. `passage_answers` says it of a pair; this of one row.
create table row_answers (
  id bigint generated always as identity primary key,
  -- What was said with one press is taken back with one press.
  press uuid not null,
  source text not null,
  report text not null,
  account text not null,
  week date not null,
  key text not null,
  -- nothing: it does not count, for a reason · twice: printed twice, and it happened twice · once: printed twice, and counts
  -- once, as it does by itself · company: nobody had the car then, and the company pays.
  says text not null,
  reason text not null default '',
  answered_at timestamptz not null,
  answered_by text,
  constraint row_answers_once unique (source, report, account, week, key),
  constraint row_answers_week_is_a_monday check (extract(isodow from week) = 1),
  constraint row_answers_says_is_known check (says in ('nothing', 'twice', 'once', 'company')),
  constraint row_answers_have_a_reason check (says <> 'nothing' or reason ~ '\S')
);
create index row_answers_by_week on row_answers (week);
create index row_answers_by_press on row_answers (press);

-- An answer moves the ground of its week, as rows do: whoever looks for what came too late looks there.
create trigger row_answers_mark_new after insert on row_answers referencing new table as changed
  for each statement execute function rows_mark_weeks();
create trigger row_answers_mark_gone after delete on row_answers referencing old table as changed
  for each statement execute function rows_mark_weeks();
create trigger passage_answers_mark_new after insert on passage_answers referencing new table as changed
  for each statement execute function rows_mark_weeks();
create trigger passage_answers_mark_gone after delete on passage_answers referencing old table as changed
  for each statement execute function rows_mark_weeks();

-- A no to a difference is taken back as a yes is: it is asked again.
create or replace function adjustment_is_withdrawn_alone() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['state', 'withdrawn_at', 'withdrawn_by'] is distinct from
     to_jsonb(old) - array['state', 'withdrawn_at', 'withdrawn_by']
     or old.state not in ('accepted', 'declined') or new.state <> 'withdrawn' then
    raise exception 'adjustment % is decided', old.id;
  end if;
  if exists (select from settlement_lines l join settlements s on s.id = l.settlement_id
      where l.adjustment_id = old.id and s.state <> 'void') then
    raise exception 'adjustment % is on a statement', old.id;
  end if;
  return new;
end $$;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, delete on row_answers to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
