-- Whether a month that was handed over comes to something else by now (docs/decisions/313): kept, and worked out again once its ground
-- has moved. Whatever moves the ground of a month that is over adds a mark in its own transaction, and nobody waits for another; a mark
-- too many costs a look, a mark too few would call a month unchanged that is not.
create table month_marks (
  id bigint generated always as identity primary key,
  -- The oldest month that may have moved; each later one may have too. Empty: all of them.
  since text not null,
  tx bigint not null
);
create index month_marks_by_transaction on month_marks (tx);

create table month_checks (
  delivery_id uuid primary key references month_deliveries on delete restrict,
  month text not null,
  is_changed boolean not null,
  checked_at timestamptz not null
);

-- One mark is enough for a transaction. Of a month that runs nothing is kept, unless it was handed over after all.
create function mark_months(moved text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into month_marks (since, tx)
  select moved, txid_current()
  where (moved < to_char(now() at time zone 'Europe/Lisbon', 'YYYY-MM') or moved <= (select max(month) from month_deliveries))
    and not exists (select from month_marks known where known.tx = txid_current() and known.since <= moved);
$$;

-- The argument says of a row (`one`) which month it moves.
create function months_move() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moved text;
  was text;
begin
  execute format('select min(%s) from changed one', tg_argv[0]) into moved;
  if tg_op = 'UPDATE' then
    execute format('select min(%s) from before one', tg_argv[0]) into was;
  end if;
  perform mark_months(least(moved, was));
  return null;
end $$;

create function all_months_move() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform mark_months('');
  return null;
end $$;

do $$
declare
  moving record;
begin
  for moving in select * from (values
    ('settlements', $m$least(to_char(one.week + 6, 'YYYY-MM'), to_char(one.paid_on, 'YYYY-MM'))$m$),
    -- A week has days of the month before, and its report may tell the last hours of the week before it.
    ('import_rows', $m$case when one.kind in ('earning', 'reference') then to_char(one.week - 7, 'YYYY-MM') end$m$),
    ('row_answers', $m$to_char(one.week - 7, 'YYYY-MM')$m$),
    ('passage_answers', $m$to_char(one.week - 7, 'YYYY-MM')$m$),
    ('payment_batches', $m$to_char(one.execution_on, 'YYYY-MM')$m$),
    -- What was paid stands on the day on which it was, the rest on the one that was asked for.
    ('batch_payments', $m$least((select to_char(execution_on, 'YYYY-MM') from payment_batches where id = one.batch_id),
      (select to_char(paid_on, 'YYYY-MM') from settlements where id = one.settlement_id))$m$),
    ('journals', $m$to_char(one.effective_on, 'YYYY-MM')$m$),
    ('other_incomes', $m$one.year || '-01'$m$),
    ('invoice_rules', $m$one.from_month$m$),
    ('invoice_notes', $m$one.month$m$),
    ('plans', $m$to_char(least(one.created_at, (select created_at from plans root where root.id = one.root_id))
      at time zone 'Europe/Lisbon', 'YYYY-MM')$m$),
    ('car_sales', $m$to_char(one.left_on, 'YYYY-MM')$m$)
  ) as known (name, month)
  loop
    execute format('create trigger %I after insert on %I referencing new table as changed
      for each statement execute function months_move(%L)', moving.name || '_move_months', moving.name, moving.month);
    execute format('create trigger %I after update on %I referencing old table as before new table as changed
      for each statement execute function months_move(%L)', moving.name || '_move_months_again', moving.name, moving.month);
    execute format('create trigger %I after delete on %I referencing old table as changed
      for each statement execute function months_move(%L)', moving.name || '_move_months_gone', moving.name, moving.month);
  end loop;
end $$;

create trigger financial_settings_move_months after insert or update or delete on financial_settings
  for each statement execute function all_months_move();
-- Receipts of all records of a person are one person's.
create trigger drivers_move_months after update of merged_into on drivers
  for each row when (old.merged_into is distinct from new.merged_into) execute function all_months_move();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, delete on month_marks to volante_app;
    grant select, insert, update, delete on month_checks to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
