-- Accounts of the company are moved by everybody, and each move leaves a dead version of their rows until nobody looks at it
-- any more. A plan made once for all lists reads the whole table, dead versions and all, several times for every journal:
-- with twenty who post at once that was most of the time they waited for each other. Accounts are few and known by their
-- number, so whatever the length of the lists they are looked up by it, and taken and read at once.
create or replace function post_entries(journals bigint[], accounts bigint[], cents bigint[]) returns void
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  with held as materialized (
    select id, version, balance_cents from ledger_accounts where id = any(accounts) order by id for update
  )
  insert into entries (journal_id, line, account_id, amount_cents, account_version, balance_after_cents)
    select n.journal, row_number() over (partition by n.journal order by n.place) - 1, n.account, n.amount,
      held.version + row_number() over each_account, held.balance_cents + sum(n.amount) over each_account
    from unnest(journals, accounts, cents) with ordinality as n(journal, account, amount, place)
    join held on held.id = n.account
    window each_account as (partition by n.account order by n.place);
end $$;

-- Room in each page for the next versions of its rows: they need no new entry in the indexes then.
alter table ledger_accounts set (fillfactor = 50);

-- Moves each account once per statement, and says in the same look whether the entries follow it: all of an account's
-- start from the version and the balance it had. `post_entries` has taken the accounts in the order of their numbers.
create or replace function entries_move_accounts() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare sealed bigint; broken bigint;
begin
  select n.journal_id into sealed from (select distinct journal_id from new_entries) n left join journals j on j.id = n.journal_id
    where j.xmin is distinct from pg_current_xact_id()::xid limit 1;
  if found then raise exception 'journal % is sealed', sealed; end if;

  with n as (
    select account_id, account_version - row_number() over each_account as version,
      balance_after_cents - sum(amount_cents) over each_account as balance, amount_cents
    from new_entries window each_account as (partition by account_id order by account_version)
  ), start as (
    select account_id, sum(amount_cents)::bigint as moved, count(*) as places,
      min(version) as first_version, max(version) as last_version, min(balance) as least, max(balance) as most
    from n group by account_id
  ), moved as (
    update ledger_accounts a set balance_cents = a.balance_cents + s.moved, version = a.version + s.places
      from start s where a.id = s.account_id
      returning a.id, s.first_version = a.version - s.places and s.last_version = s.first_version
        and s.least = a.balance_cents - s.moved and s.most = s.least as follows
  )
  select id into broken from moved where not follows limit 1;
  if found then raise exception 'entries do not follow account %', broken; end if;
  return null;
end $$;

-- As in `031-posting-at-once.sql`, each account looked up by its name alone instead of by a join with all of them.
create or replace function post_journals(
  keys text[], kinds text[], weeks date[], drivers uuid[], days date[], reversed bigint[], author text,
  places integer[], codes text[], cents bigint[]
) returns void language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare new_journals bigint[]; moved bigint[]; amounts bigint[];
begin
  insert into ledger_accounts (code, driver_id)
    select distinct e.code, j.driver
      from unnest(places, codes) as e(place, code)
      join unnest(drivers) with ordinality as j(driver, place) on j.place = e.place
      where e.code in ('current', 'deposit', 'plan')
        and (select a.id from ledger_accounts a where a.code = e.code and a.driver_id = j.driver) is null
      order by j.driver, e.code
    on conflict (code, driver_id) do nothing;

  with heads as (
    insert into journals (key, kind, week, driver_id, effective_on, created_by, reverses)
      select j.key, j.kind, j.week, j.driver, j.day, author, j.reverses
        from unnest(keys, kinds, weeks, drivers, days, reversed) with ordinality
          as j(key, kind, week, driver, day, reverses, place)
        order by j.place
      on conflict (key) do nothing
      returning id, key, driver_id
  )
  select array_agg(e.journal order by e.nth), array_agg(e.account order by e.nth), array_agg(e.amount order by e.nth)
    into new_journals, moved, amounts
    from (
      select h.id as journal, e.amount, e.nth, coalesce(
        (select a.id from ledger_accounts a where a.code = e.code and a.driver_id = h.driver_id),
        (select a.id from ledger_accounts a where a.code = e.code and a.driver_id is null)) as account
      from unnest(places, codes, cents) with ordinality as e(place, code, amount, nth)
      join (select key, min(place) as place from unnest(keys) with ordinality as k(key, place) group by key) j
        on j.place = e.place
      join heads h on h.key = j.key
    ) e;

  if new_journals is not null then perform post_entries(new_journals, moved, amounts); end if;
end $$;
