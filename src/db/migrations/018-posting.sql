-- Entries move their accounts once per statement instead of once per entry: within a transaction PostgreSQL keeps every
-- version of a row, so an account moved ten thousand times was looked up through ten thousand dead versions of itself.
-- Who inserts says the version and the balance each entry leads to; the trigger lets nothing stand that does not follow.
drop trigger entries_move_account on entries;
drop function entry_moves_account();

create function entries_move_accounts() returns trigger language plpgsql security definer set search_path = public as $$
declare sealed bigint; broken bigint;
begin
  select n.journal_id into sealed from new_entries n left join journals j on j.id = n.journal_id
    where j.xmin is distinct from pg_current_xact_id()::xid limit 1;
  if found then raise exception 'journal % is sealed', sealed; end if;

  -- In the order of their numbers, so that two who post never wait for each other.
  perform 1 from ledger_accounts where id in (select account_id from new_entries) order by id for update;
  select n.account_id into broken
    from (select account_id, account_version, amount_cents, balance_after_cents,
      row_number() over each_account as place, sum(amount_cents) over each_account as moved
      from new_entries window each_account as (partition by account_id order by account_version)) n
    join ledger_accounts a on a.id = n.account_id
    where n.account_version <> a.version + n.place or n.balance_after_cents <> a.balance_cents + n.moved limit 1;
  if found then raise exception 'entries do not follow account %', broken; end if;

  update ledger_accounts a set balance_cents = a.balance_cents + n.moved, version = a.version + n.places
    from (select account_id, sum(amount_cents)::bigint as moved, count(*) as places from new_entries group by account_id) n
    where a.id = n.account_id;
  return null;
end $$;
create trigger entries_move_accounts after insert on entries referencing new table as new_entries
  for each statement execute function entries_move_accounts();

-- Posts entries given as three lists of one length: journal, account, cents. Each account's follow one another as given.
create function post_entries(journals bigint[], accounts bigint[], cents bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform 1 from ledger_accounts where id = any(accounts) order by id for update;
  insert into entries (journal_id, line, account_id, amount_cents, account_version, balance_after_cents)
    select n.journal, row_number() over (partition by n.journal order by n.place) - 1, n.account, n.amount,
      a.version + row_number() over each_account, a.balance_cents + sum(n.amount) over each_account
    from unnest(journals, accounts, cents) with ordinality as n(journal, account, amount, place)
    join ledger_accounts a on a.id = n.account
    window each_account as (partition by n.account order by n.place);
end $$;
