-- A journal took four questions one after the other: its head, its accounts, their numbers, its entries. Now one: whoever
-- posts holds the company's accounts, which all post to, from the last step of it to the commit and no longer.
--
-- Journals are given as lists of one length; their entries as three lists, of which `places` says to which journal of the
-- lists, from 1 on, an entry belongs. A journal whose key is known is passed over, with its entries. A driver's own
-- accounts come into being with the first posting.
create function post_journals(
  keys text[], kinds text[], weeks date[], drivers uuid[], days date[], reversed bigint[], author text,
  places integer[], codes text[], cents bigint[]
) returns void language plpgsql security definer set search_path = public as $$
declare new_journals bigint[]; moved bigint[]; amounts bigint[];
begin
  insert into ledger_accounts (code, driver_id)
    select distinct e.code, j.driver
      from unnest(places, codes) as e(place, code)
      join unnest(drivers) with ordinality as j(driver, place) on j.place = e.place
      where e.code in ('current', 'deposit', 'plan')
        and not exists (select 1 from ledger_accounts a where a.code = e.code and a.driver_id = j.driver)
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
  select array_agg(h.id order by e.nth), array_agg(coalesce(own.id, ours.id) order by e.nth), array_agg(e.amount order by e.nth)
    into new_journals, moved, amounts
    from unnest(places, codes, cents) with ordinality as e(place, code, amount, nth)
    join (select key, min(place) as place from unnest(keys) with ordinality as k(key, place) group by key) j
      on j.place = e.place
    join heads h on h.key = j.key
    left join ledger_accounts own on own.code = e.code and own.driver_id = h.driver_id
    left join ledger_accounts ours on ours.code = e.code and ours.driver_id is null;

  if new_journals is not null then perform post_entries(new_journals, moved, amounts); end if;
end $$;
