-- The account of an erased person at a hosted identity service goes there too, or it is said that somebody has to take it away (docs/decisions/288).
alter table erasures
  add column account_uid text,
  add column account_state text,
  add constraint erasures_account_is_known check (account_state in ('waiting', 'gone', 'by-hand')),
  -- Who it was there is known for as long as it is there.
  add constraint erasures_name_an_account_that_is_there
    check ((account_uid is not null) = (account_state is not null and account_state <> 'gone'));

create or replace function erasure_is_decided_once() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  free constant text[] := array['looked_at', 'over_at', 'rows_gone', 'account_uid', 'account_state'];
  decision constant text[] := array['confirmed_at', 'confirmed_by', 'withdrawn_at', 'withdrawn_by'];
begin
  if to_jsonb(new) - free - decision is distinct from to_jsonb(old) - free - decision
    or (num_nonnulls(old.confirmed_at, old.withdrawn_at) = 1
      and to_jsonb(new) - free is distinct from to_jsonb(old) - free) then
    raise exception 'what was decided of erasure % stays', old.id;
  end if;
  return new;
end $$;

-- The day is the database's own, in Lisbon: whoever asks cannot say another one.
create or replace function has_kept_books(subject text) returns boolean language sql stable set search_path = public, pg_temp as $$
  with own as (
    select id from drivers where 'driver:' || id = subject or 'driver:' || merged_into = subject
  ), since as (
    select make_date(extract(year from now() at time zone 'Europe/Lisbon')::int - 10, 1, 1) as day
  )
  select exists (select from journals, since where driver_id in (select id from own) and effective_on >= day)
    or exists (select from settlements, since where driver_id in (select id from own) and week >= day)
$$;

create function let_papers_go(days integer) returns text[]
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  today constant date := (now() at time zone 'Europe/Lisbon')::date;
  gone text[];
begin
  if days < 365 then raise exception 'documents of leavers stay a year'; end if;
  insert into erasing values (pg_current_xact_id(), 'papers');
  create temporary table leaving on commit drop as
    select p.id, p.file_sha256 from public.papers p
    where exists (
      select from public.departures d where d.driver_id = p.driver_id and d.returned_on is null and d.last_day + days < today
    ) and not exists (select from public.tickets t where t.paper_id = p.id);
  delete from public.paper_readings where paper_id in (select id from leaving);
  delete from public.papers where id in (select id from leaving)
    and not exists (select from public.papers other where other.replaced_by = papers.id and other.id not in (select id from leaving));
  gone := array(select file_sha256 from leaving where file_sha256 is not null and not exists (
    select from public.papers p where p.id = leaving.id));
  drop table leaving;
  delete from erasing where xid = pg_current_xact_id();
  return gone;
end $$;

-- For a program of before, which says a day: it is not asked.
create or replace function let_papers_go(today date, days integer) returns text[]
  language sql security definer set search_path = public, pg_temp as $$
  select let_papers_go(days)
$$;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant update (account_uid, account_state) on erasures to volante_app;
    grant execute on function let_papers_go(integer) to volante_app;
  end if;
end $$;
