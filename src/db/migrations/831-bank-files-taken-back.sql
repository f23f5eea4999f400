-- A bank's file that was imported by mistake is taken back (docs/decisions/354): it stays, and its movements count no more.
alter table bank_files add column undone_at timestamptz, add column undone_by text, add column undone_reason text;
alter table bank_files add constraint bank_files_are_undone_by_reason check ((undone_at is null) = (undone_reason is null));
-- The same file may be imported again after that.
alter table bank_files drop constraint bank_files_once;
create unique index bank_files_once on bank_files (sha256) where undone_at is null;
drop trigger bank_files_are_written_once on bank_files;
create trigger bank_files_stay before update on bank_files
  for each row execute function where_money_goes_stays('{undone_at,undone_by,undone_reason}');
create trigger bank_files_are_kept before delete on bank_files for each row execute function written_once();

-- A movement that another file has too counts from that file instead.
alter table bank_movements add column undone_at timestamptz;
alter table bank_movements drop constraint bank_movements_are_recorded_once;
create unique index bank_movements_are_recorded_once on bank_movements (account_id, same_as) where undone_at is null;
create index bank_movements_by_statement on bank_movements (statement_id);
drop trigger bank_movements_are_written_once on bank_movements;
create trigger bank_movements_stay before update on bank_movements
  for each row execute function where_money_goes_stays('{undone_at,statement_id,line}');
create trigger bank_movements_are_kept before delete on bank_movements for each row execute function written_once();

-- The movements of a statement that another file had brought before, and their lines in it.
create table bank_statement_movements (
  statement_id uuid not null references bank_statements,
  movement_id uuid not null references bank_movements,
  line integer not null,
  primary key (statement_id, movement_id)
);
create index bank_statement_movements_by_movement on bank_statement_movements (movement_id);
create trigger bank_statement_movements_are_written_once before update or delete on bank_statement_movements
  for each row execute function written_once();

create or replace view invariant_30_bank_once as
select 'movement:' || m.id as offender, (m.amount_cents + m.fee_within_cents) as found,
  sum(case p.role when 'returned' then p.amount_cents else -p.amount_cents end)::bigint as wanted
from bank_movements m join bank_answers a on a.movement_id = m.id and a.taken_back_at is null and a.kind in ('payments', 'part', 'return')
  left join bank_answer_payments p on p.answer_id = a.id
group by m.id having sum(case p.role when 'returned' then p.amount_cents else -p.amount_cents end) is distinct from m.amount_cents + m.fee_within_cents
union all
select 'settlement:' || p.settlement_id, sum(case p.role when 'paid' then 1 when 'returned' then -1 else 0 end)::bigint, 1
from bank_answer_payments p join bank_answers a on a.id = p.answer_id and a.taken_back_at is null
group by p.settlement_id having sum(case p.role when 'paid' then 1 when 'returned' then -1 else 0 end) not between -1 and 1
union all
select 'answer:' || a.id, coalesce(e.amount_cents, 0), -(m.amount_cents + m.fee_within_cents)
from bank_answers a join bank_movements m on m.id = a.movement_id
  left join journals j on j.key = 'bank:' || a.id
  left join (entries e join ledger_accounts l on l.id = e.account_id and l.code = 'bank') on e.journal_id = j.id
where a.taken_back_at is null and a.kind in ('payout', 'driver', 'account', 'suspense')
  and coalesce(e.amount_cents, 0) <> -(m.amount_cents + m.fee_within_cents)
union all
-- Parts are together what was paid of the week.
select 'settlement:' || p.settlement_id, sum(p.amount_cents)::bigint, s.payable_cents
from bank_answer_payments p join bank_answers a on a.id = p.answer_id and a.taken_back_at is null and a.kind = 'part'
  join settlements s on s.id = p.settlement_id
group by p.settlement_id, a.together, s.payable_cents having sum(p.amount_cents) <> s.payable_cents
union all
select 'answer:' || w.answer_id, sum(w.amount_cents)::bigint, (m.amount_cents + m.fee_within_cents)
from bank_answer_weeks w join bank_answers a on a.id = w.answer_id join bank_movements m on m.id = a.movement_id
group by w.answer_id, m.id having sum(w.amount_cents) <> m.amount_cents + m.fee_within_cents
union all
-- What counts no more is nothing, and what counts is of a file that was not taken back.
select 'movement:' || m.id, 1, 0 from bank_movements m join bank_answers a on a.movement_id = m.id and a.taken_back_at is null
where m.undone_at is not null
union all
select 'movement:' || m.id, 1, 0 from bank_movements m join bank_statements s on s.id = m.statement_id join bank_files f on f.id = s.file_id
where m.undone_at is null and f.undone_at is not null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on bank_statement_movements to volante_app;
    grant update (undone_at, undone_by, undone_reason) on bank_files to volante_app;
    grant update (undone_at, statement_id, line) on bank_movements to volante_app;
    grant select on invariant_30_bank_once to volante_app;
  end if;
end $$;
