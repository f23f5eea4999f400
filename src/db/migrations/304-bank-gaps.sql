-- From which day to which a statement tells, so that a gap between two is seen (docs/decisions/170): its period, else its movements.
alter table bank_statements add column first_on date, add column last_on date;
alter table bank_statements disable trigger bank_statements_are_written_once;
-- Of a statement without a period that shares movements with another it is not kept where it began: it reaches to its neighbours.
update bank_statements s set
  first_on = least(period_from, coalesce(case when period_from is null and fresh < movements then (
    select max(booked_on) from bank_movements m where m.account_id = s.account_id and m.booked_on < own.first) end, own.first)),
  last_on = greatest(period_to, coalesce(case when period_to is null and fresh < movements then (
    select min(booked_on) from bank_movements m where m.account_id = s.account_id and m.booked_on > own.last) end, own.last))
from (select statement_id, min(booked_on) as first, max(booked_on) as last from bank_movements group by statement_id) own
where own.statement_id = s.id;
update bank_statements set first_on = period_from, last_on = period_to where first_on is null and period_to is not null;
alter table bank_statements enable trigger bank_statements_are_written_once;

-- That a gap is right as it is: said by somebody of the balance before it and the statement after it, and taken back by somebody.
create table bank_gap_answers (
  id uuid primary key default gen_random_uuid(),
  -- The statement after the gap.
  statement_id uuid not null references bank_statements,
  closed_on date not null,
  closing_cents bigint not null,
  reason text not null,
  answered_at timestamptz not null,
  answered_by text,
  taken_back_at timestamptz,
  taken_back_by text,
  constraint bank_gap_answers_have_a_reason check (reason ~ '\S')
);
create unique index bank_gap_answers_one_stands on bank_gap_answers (statement_id, closed_on, closing_cents) where taken_back_at is null;
create trigger bank_gap_answers_stay before update on bank_gap_answers
  for each row execute function where_money_goes_stays('{taken_back_at,taken_back_by}');
create trigger bank_gap_answers_are_kept before delete on bank_gap_answers for each row execute function written_once();

-- Which account a file means that spells it so, where it may be one that is known (docs/decisions/171): the file waits until
-- somebody says it, the next one that spells it so does not ask, and it is taken back by somebody.
create table bank_spellings (
  id uuid primary key default gen_random_uuid(),
  key text not null,
  bank text not null,
  -- As it is shown: the last digits.
  label text not null,
  -- The file that waited; none where the command line said it.
  sample_sha256 text references files,
  sample_name text,
  -- The accounts it may be.
  may_be uuid[] not null default '{}',
  asked_at timestamptz not null,
  asked_by text,
  -- Null of an answer: it is an account of its own.
  account_id uuid references bank_accounts,
  answered_at timestamptz,
  answered_by text,
  retired_at timestamptz,
  retired_by text,
  constraint bank_spellings_are_answered_whole check (account_id is null or answered_at is not null),
  constraint bank_spellings_wait_with_a_file check (answered_at is not null or sample_sha256 is not null),
  constraint bank_spellings_files_have_names check ((sample_sha256 is null) = (sample_name is null))
);
create unique index bank_spellings_one_live on bank_spellings (md5(key)) where retired_at is null and answered_at is not null;
create unique index bank_spellings_wait_once on bank_spellings (sample_sha256) where retired_at is null and answered_at is null;
create index bank_spellings_by_file on bank_spellings (sample_sha256);
create trigger bank_spellings_stay before update on bank_spellings
  for each row execute function where_money_goes_stays('{account_id,answered_at,answered_by,retired_at,retired_by}');
create trigger bank_spellings_are_kept before delete on bank_spellings for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on bank_gap_answers, bank_spellings to volante_app;
    grant update (taken_back_at, taken_back_by) on bank_gap_answers to volante_app;
    grant update (account_id, answered_at, answered_by, retired_at, retired_by) on bank_spellings to volante_app;
  end if;
end $$;
