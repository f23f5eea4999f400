-- What was charged for tolls and parking, and what platforms gave back of it, beside how many rows each import brought: who asks it of a
-- year does not read every row of that year. Counted by the database itself, in the statement that moves the rows (028).
alter table import_weeks
  add column tolls_charged_cents bigint not null default 0,
  add column tolls_given_back_cents bigint not null default 0;

-- Movements have the sign that drivers see: what was charged is below nought.
create function tolls_charged(kind text, amount_cents bigint) returns bigint language sql immutable parallel safe as $$
  select case when kind in ('toll', 'parking') then -amount_cents else 0 end
$$;
-- Inside what platforms pay: Uber says the tax of a toll apart.
create function tolls_given_back(source text, kind text, measures jsonb) returns numeric language sql immutable parallel safe as $$
  select case when kind <> 'earning' then 0
    when source = 'uber' then coalesce((measures ->> 'toll_refund')::numeric, 0) + coalesce((measures ->> 'toll_tax')::numeric, 0)
    when source = 'bolt' then coalesce((measures ->> 'tolls')::numeric, 0)
    else 0 end
$$;

create or replace function rows_move_weeks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    update import_weeks w set live_rows = w.live_rows - gone.rows,
        tolls_charged_cents = w.tolls_charged_cents - gone.charged, tolls_given_back_cents = w.tolls_given_back_cents - gone.given_back
      from (select import_id, week, source, count(*) as rows, sum(tolls_charged(kind, amount_cents)) as charged,
          sum(tolls_given_back(source, kind, measures)) as given_back
        from old_rows where state = 'live' group by import_id, week, source) gone
      where w.import_id = gone.import_id and w.week = gone.week and w.source = gone.source;
  end if;
  if tg_op <> 'DELETE' then
    insert into import_weeks as w (import_id, week, source, live_rows, tolls_charged_cents, tolls_given_back_cents)
      select import_id, week, source, count(*), sum(tolls_charged(kind, amount_cents)), sum(tolls_given_back(source, kind, measures))
        from new_rows where state = 'live' group by import_id, week, source
      on conflict (import_id, week, source) do update set live_rows = w.live_rows + excluded.live_rows,
        tolls_charged_cents = w.tolls_charged_cents + excluded.tolls_charged_cents,
        tolls_given_back_cents = w.tolls_given_back_cents + excluded.tolls_given_back_cents;
  end if;
  return null;
end $$;

update import_weeks w set tolls_charged_cents = told.charged, tolls_given_back_cents = told.given_back
  from (select import_id, week, source, sum(tolls_charged(kind, amount_cents)) as charged, sum(tolls_given_back(source, kind, measures)) as given_back
    from import_rows where state = 'live' and kind in ('toll', 'parking', 'earning') group by import_id, week, source) told
  where w.import_id = told.import_id and w.week = told.week and w.source = told.source;
