-- One person with two records: everything that goes on moves to the record that stays, and what was issued and paid stays
-- where it is (`docs/decisions/053`). A record made by mistake, of which nothing speaks, is put away. Both can be taken back.
alter table drivers
  add column merged_into uuid references drivers on delete restrict,
  add column removed_at timestamptz,
  -- The record is in no list and receives nothing.
  add column is_gone boolean not null generated always as (merged_into is not null or removed_at is not null) stored,
  add constraint drivers_merge_into_another check (merged_into <> id);
create index drivers_merged on drivers (merged_into) where merged_into is not null;

create table driver_merges (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  gone_id uuid not null references drivers on delete restrict,
  stays_id uuid not null references drivers on delete restrict,
  reason text not null,
  -- What came over, to be given back: ids by kind, the terms written and withdrawn, the state of the record before.
  moved jsonb not null,
  -- What the books had of both records just after it (`booksOf`): it can be taken back while they have no more.
  books text not null default '',
  merged_at timestamptz not null,
  merged_by text,
  undone_at timestamptz,
  undone_by text,
  undo_reason text,
  constraint driver_merges_are_of_two check (gone_id <> stays_id),
  constraint driver_merges_have_a_reason check (reason ~ '\S'),
  constraint driver_merges_undone_say_why check ((undone_at is null) = (undo_reason is null))
);
create unique index driver_merges_one_live on driver_merges (gone_id) where undone_at is null;
create index driver_merges_by_stayer on driver_merges (stays_id, ordinal desc);

-- Whose a name or a car was before, the first owner first: in a week of which that one has a statement, it still is.
alter table source_keys add column was_of uuid[] not null default '{}';
alter table assignments add column was_of uuid[] not null default '{}';

-- Whether somebody is merging these two, or taking that back, in this very transaction.
create function are_being_merged(one uuid, other uuid) returns boolean language sql stable security definer
  set search_path = public, pg_temp as $$
  select exists (select from driver_merges m
    where m.xmin = pg_current_xact_id()::xid and (m.gone_id, m.stays_id) in ((one, other), (other, one)))
$$;

-- The conditions of a plan stay; whose it is follows the person.
create or replace function plan_keeps_conditions() returns trigger language plpgsql as $$
declare
  acceptance constant text[] := array['accepted_at', 'accepted_by', 'accepted_sha256', 'accepted_text', 'accepted_language'];
  open constant text[] := array['state', 'decision', 'agreed_on', 'decided_at', 'decided_by', 'proof_sha256', 'proof_name'];
begin
  if new.driver_id <> old.driver_id and public.are_being_merged(old.driver_id, new.driver_id) then
    old.driver_id := new.driver_id;
  end if;
  if to_jsonb(new) - acceptance - open is distinct from to_jsonb(old) - acceptance - open then
    raise exception 'plan % keeps its conditions', old.id;
  end if;
  if old.accepted_at is not null and to_jsonb(new) - open is distinct from to_jsonb(old) - open then
    raise exception 'plan % is accepted', old.id;
  end if;
  return new;
end $$;

create or replace function adjustment_is_withdrawn_alone() returns trigger language plpgsql as $$
begin
  if exists (select from public.settlement_lines l join public.settlements s on s.id = l.settlement_id
      where l.adjustment_id = old.id and s.state <> 'void') then
    raise exception 'adjustment % is on a statement', old.id;
  end if;
  if new.driver_id <> old.driver_id and public.are_being_merged(old.driver_id, new.driver_id)
     and to_jsonb(new) - 'driver_id' = to_jsonb(old) - 'driver_id' then
    return new;
  end if;
  if to_jsonb(new) - array['state', 'withdrawn_at', 'withdrawn_by'] is distinct from
     to_jsonb(old) - array['state', 'withdrawn_at', 'withdrawn_by']
     or old.state not in ('accepted', 'declined') or new.state <> 'withdrawn' then
    raise exception 'adjustment % is decided', old.id;
  end if;
  return new;
end $$;

-- What stands on one driver's accounts goes to the other's: one journal, since only the two together come to nothing.
create function post_merge(
  merge_key text, merge_kind text, from_driver uuid, to_driver uuid, codes text[], cents bigint[], day date, author text, reversed bigint
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare journal bigint;
begin
  insert into ledger_accounts (code, driver_id)
    select code, driver from unnest(codes) code, unnest(array[from_driver, to_driver]) driver order by driver, code
    on conflict (code, driver_id) do nothing;
  insert into journals (key, kind, driver_id, effective_on, created_by, reverses)
    values (merge_key, merge_kind, to_driver, day, author, reversed) returning id into journal;
  perform post_entries(array_agg(journal order by a.id), array_agg(a.id order by a.id),
      array_agg(case when a.driver_id = from_driver then -n.amount else n.amount end order by a.id))
    from unnest(codes, cents) as n(code, amount)
    join ledger_accounts a on a.code = n.code and a.driver_id in (from_driver, to_driver);
end $$;

create or replace view invariant_07_one_driver as
select 'journal:' || j.id as offender, a.id as found, null::bigint as wanted
from entries e join ledger_accounts a on a.id = e.account_id and a.driver_id is not null join journals j on j.id = e.journal_id
where a.driver_id is distinct from j.driver_id
  -- Of two records that became one, the balances move between the two.
  and not exists (select from driver_merges m where j.key in ('merge:' || m.id, 'reversal:merge:' || m.id)
    and a.driver_id in (m.gone_id, m.stays_id));
comment on view invariant_07_one_driver is
  '7. A journal moves accounts of the driver it is about and of no other (several tenants: of one tenant).';

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on driver_merges to volante_app;
    grant update (moved, books, undone_at, undone_by, undo_reason) on driver_merges to volante_app;
    grant update (driver_id) on plans, adjustments, recurring_adjustments to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
