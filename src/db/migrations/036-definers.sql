-- Unless it is named last, PostgreSQL asks the caller's temporary schema for a table first: whoever spoke SQL as the site's
-- role could put a table of their own, with its triggers, in the place of one of ours. Functions that run with the rights
-- of the owner ask it last; guards that run with the caller's name the tables they look at in full.
do $$
declare definer regprocedure;
begin
  for definer in select oid from pg_proc where pronamespace = 'public'::regnamespace and prosecdef loop
    execute format('alter function %s set search_path = public, pg_temp', definer);
  end loop;
end $$;

create or replace function journal_balances() returns trigger language plpgsql as $$
declare total bigint; lines integer;
begin
  select coalesce(sum(amount_cents), 0), count(*) into total, lines from public.entries where journal_id = new.id;
  if total <> 0 or lines < 2 then
    raise exception 'journal % does not balance: % cents over % lines', new.id, total, lines;
  end if;
  return null;
end $$;

create or replace function settlement_is_being_issued() returns trigger language plpgsql as $$
begin
  if (select issued_in from public.settlements where id = new.settlement_id) is distinct from pg_current_xact_id() then
    raise exception 'settlement % is sealed', new.settlement_id;
  end if;
  return new;
end $$;
