-- An answer is as wide as what it was given for (docs/decisions/050). Whose money a row is, or that it counts nothing, was said of an
-- amount: a newer version of a report with another asks again. Null is an answer whose row is gone: it holds for any.
alter table row_answers add column amount_cents bigint;
update row_answers answer set amount_cents = row.amount_cents from import_rows row
  where row.state = 'live' and row.source = answer.source and row.report = answer.report and row.account = answer.account
    and row.week = answer.week and row.key = answer.key;

-- A person's name that was said to be the company's is nobody's from now on, for lines that tell of nothing: money under it asks.
-- What such names brought to weeks with statements stays where it was settled, said of each row: it is seen and can be taken back.
insert into row_answers (press, source, report, account, week, key, says, reason, answered_at, answered_by, amount_cents)
  select distinct on (row.source, row.report, row.account, row.week, row.key)
    md5('company ' || known.id || ' ' || row.week)::uuid, row.source, row.report, row.account, row.week, row.key, 'company', '',
    known.created_at, known.created_by, row.amount_cents
  from source_keys known
  join import_rows row on row.source = known.source and row.state = 'live' and row.kind not in ('reference', 'organisation', 'activity')
    and row.keys @> jsonb_build_array(jsonb_build_object('kind', known.kind, 'value', known.value))
  where known.company and known.kind in ('driver', 'individual', 'email', 'phone')
    and exists (select from settlements s where s.week = row.week and s.state <> 'void')
    -- Of several names of a row the first that is known says whose it is.
    and not exists (
      select from jsonb_array_elements(row.keys) with ordinality as other(name, place)
      join source_keys first on first.source = row.source and first.kind = name ->> 'kind' and first.value = name ->> 'value'
      where place < (select min(its) from jsonb_array_elements(row.keys) with ordinality as own(name, its)
        where name ->> 'kind' = known.kind and name ->> 'value' = known.value) and first.id <> known.id)
  on conflict (source, report, account, week, key) do nothing;

-- Told apart: what somebody answered when asked, and what came along with a record or a list.
alter table source_keys add column is_answer boolean not null default false;
-- Whose a row is stays as it was: no week is looked at again for this.
alter table source_keys disable trigger user;
update source_keys set is_answer = true where created_by is not null and not exists (
  select from drivers where drivers.id = source_keys.driver_id and drivers.created_at = source_keys.created_at
) and not exists (
  select from vehicles where vehicles.id = source_keys.vehicle_id and vehicles.created_at = source_keys.created_at
);
alter table source_keys enable trigger user;
