-- Who said that the account of an erased person is gone at the identity service, and when (docs/decisions/319). Until the id is forgotten that may be
-- taken back: the state stays what it was, so that a program of before only asks once more.
alter table erasures
  add column account_said_at timestamptz,
  add column account_said_by text;

create or replace function erasure_is_decided_once() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  free constant text[] := array[
    'looked_at', 'over_at', 'rows_gone', 'account_uid', 'account_state', 'account_said_at', 'account_said_by'];
  decision constant text[] := array['confirmed_at', 'confirmed_by', 'withdrawn_at', 'withdrawn_by'];
begin
  if to_jsonb(new) - free - decision is distinct from to_jsonb(old) - free - decision
    or (num_nonnulls(old.confirmed_at, old.withdrawn_at) = 1
      and to_jsonb(new) - free is distinct from to_jsonb(old) - free) then
    raise exception 'what was decided of erasure % stays', old.id;
  end if;
  return new;
end $$;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant update (account_said_at, account_said_by) on erasures to volante_app;
  end if;
end $$;
