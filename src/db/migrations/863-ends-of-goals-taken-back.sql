-- The end of a goal that was a mistake is taken back before it comes: the goal goes on until the week that it had before, infinity for
-- none. Of a goal that ended before this column nobody knows that week, and its end stays.
alter table goals add column until_before date;

create or replace function goal_ends_alone() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare open constant text[] := array['ends_on', 'ended_at', 'ended_by', 'end_reason', 'until_before'];
begin
  if to_jsonb(new) - open is distinct from to_jsonb(old) - open then
    raise exception 'goal % is written once', old.id;
  end if;
  if old.ended_at is null and new.ended_at is not null and not coalesce(new.ends_on > old.ends_on, false) then
    return new;
  end if;
  if old.ended_at is not null and new.ended_at is null and old.until_before is not null and new.until_before is null
     and coalesce(new.ends_on, 'infinity') = old.until_before then
    return new;
  end if;
  raise exception 'goal % is written once', old.id;
end $$;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant update (until_before) on goals to volante_app;
  end if;
end $$;
