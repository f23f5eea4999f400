-- Each pass over what has been kept long enough: which period of the register, and how many rows went.
create table retention_runs (
  id bigint generated always as identity primary key,
  period text not null,
  ran_at timestamptz not null,
  gone integer not null,
  constraint retention_runs_count_is_one check (gone >= 0)
);
create index retention_runs_by_period on retention_runs (period, ran_at desc);

-- Documents of drivers who left so many days ago go, and the hashes of their files are answered. One that a conversation is about stays with it.
create function let_papers_go(today date, days integer) returns text[]
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
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

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, delete on retention_runs to volante_app;
    grant delete on inbox_notices, push_outbox, whatsapp_outbox to volante_app;
    grant execute on function let_papers_go(date, integer) to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
