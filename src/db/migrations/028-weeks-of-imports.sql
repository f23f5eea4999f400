-- Which weeks and sources each import brought, beside its rows: who asks what weeks there are does not walk every row of
-- all years. Counted by the database itself, in the statement that moves the rows, so that the two are never apart.
create table import_weeks (
  import_id bigint not null references imports on delete restrict,
  week date not null,
  source text not null,
  -- Rows that count; 0 once they were replaced or undone.
  live_rows integer not null,
  primary key (import_id, week, source),
  constraint import_weeks_count_rows check (live_rows >= 0)
);
create index import_weeks_by_week on import_weeks (week) where live_rows > 0;

insert into import_weeks (import_id, week, source, live_rows)
  select import_id, week, source, count(*) from import_rows where state = 'live' group by import_id, week, source;

create function rows_move_weeks() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op <> 'INSERT' then
    update import_weeks w set live_rows = w.live_rows - gone.rows
      from (select import_id, week, source, count(*) as rows from old_rows where state = 'live'
        group by import_id, week, source) gone
      where w.import_id = gone.import_id and w.week = gone.week and w.source = gone.source;
  end if;
  if tg_op <> 'DELETE' then
    insert into import_weeks as w (import_id, week, source, live_rows)
      select import_id, week, source, count(*) from new_rows where state = 'live' group by import_id, week, source
      on conflict (import_id, week, source) do update set live_rows = w.live_rows + excluded.live_rows;
  end if;
  return null;
end $$;
create trigger import_rows_count_new after insert on import_rows referencing new table as new_rows
  for each statement execute function rows_move_weeks();
create trigger import_rows_count_moved after update on import_rows referencing old table as old_rows new table as new_rows
  for each statement execute function rows_move_weeks();
create trigger import_rows_count_gone after delete on import_rows referencing old table as old_rows
  for each statement execute function rows_move_weeks();

-- The weeks that are not at their end are asked for again and again; the settled years before them are not.
create index settlements_unfinished on settlements (week)
  where state = 'issued' or (state in ('approved', 'in-batch') and payable_cents > 0);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select on import_weeks to volante_app;
  end if;
end $$;
