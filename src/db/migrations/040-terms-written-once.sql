-- What was agreed is written once. A change withdraws the row and writes another of the same week, a removal withdraws it;
-- a withdrawn row counts nowhere any more and stays, with who withdrew it, when and why.
alter table terms
  drop constraint terms_once_per_week,
  add column withdrawn_at timestamptz,
  add column withdrawn_by text,
  add column withdrawn_for text,
  add column withdrawal_reason text,
  add constraint terms_are_withdrawn_for_something check (withdrawn_for in ('change', 'removal')),
  add constraint terms_are_withdrawn_with_a_reason check (withdrawal_reason ~ '\S'),
  add constraint terms_are_withdrawn_whole check (num_nonnulls(withdrawn_at, withdrawn_for, withdrawal_reason) in (0, 3)),
  add constraint terms_are_withdrawn_by_somebody_once check (withdrawn_at is not null or withdrawn_by is null);
create unique index terms_once_per_week on terms (driver_id, valid_from) where withdrawn_at is null;

create function terms_stay() returns trigger language plpgsql as $$
declare withdrawal constant text[] := '{withdrawn_at,withdrawn_by,withdrawn_for,withdrawal_reason}';
begin
  if tg_op = 'DELETE' or old.withdrawn_at is not null
     or to_jsonb(new) - withdrawal is distinct from to_jsonb(old) - withdrawal then
    raise exception 'terms % are written', old.id;
  end if;
  return new;
end $$;
create trigger terms_stay before update or delete on terms for each row execute function terms_stay();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    revoke update, delete on terms from volante_app;
    grant update (withdrawn_at, withdrawn_by, withdrawn_for, withdrawal_reason) on terms to volante_app;
  end if;
end $$;
