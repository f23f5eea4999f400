-- Events are chained: each carries a number without gaps, and a hash over its content and the hash before it. Whoever
-- changes, takes out or slips in one breaks every hash that follows; the head keeps the last, so that the end is not cut.
create extension if not exists pg_trgm;

alter table audit_events add column seq bigint, add column hash bytea;

create table audit_head (
  single boolean primary key default true,
  seq bigint not null,
  hash bytea not null,
  constraint audit_head_is_one check (single)
);

-- What is hashed: every column as text, in a fixed order, as a JSON list, so that no two events read the same.
create function audit_content(event audit_events) returns text language sql stable as $$
  select jsonb_build_array(
    event.seq, event.id, to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), event.actor, event.actor_role,
    event.action, event.subject, event.before::text, event.after::text, event.address, event.request_id
  )::text
$$;

-- One transaction at a time takes the next place; the others wait until it ended. Events are written last in a
-- transaction (`carryOut`), so the wait is short and nobody waits in a circle.
create function audit_event_is_chained() returns trigger language plpgsql security definer set search_path = public as $$
declare head audit_head;
begin
  perform pg_advisory_xact_lock(4201871);
  select * into head from audit_head;
  if not found then
    if exists (select 1 from audit_events) then raise exception 'the head of the audit log is gone'; end if;
    head := row(true, 0, ''::bytea);
  end if;
  new.seq := head.seq + 1;
  new.hash := sha256(head.hash || convert_to(audit_content(new), 'UTF8'));
  insert into audit_head (seq, hash) values (new.seq, new.hash)
    on conflict (single) do update set seq = excluded.seq, hash = excluded.hash;
  return new;
end $$;

-- What is already there, in the order it was written.
alter table audit_events disable trigger audit_events_are_written_once;
do $$
declare event audit_events; number bigint := 0; last bytea := '';
begin
  for event in select * from audit_events order by id loop
    number := number + 1;
    event.seq := number;
    last := sha256(last || convert_to(audit_content(event), 'UTF8'));
    update audit_events set seq = number, hash = last where id = event.id;
  end loop;
  if number > 0 then insert into audit_head (seq, hash) values (number, last); end if;
end $$;
alter table audit_events enable trigger audit_events_are_written_once;

-- The defaults are for those who write an event; the trigger gives both.
alter table audit_events alter column seq set not null, alter column seq set default 0;
alter table audit_events alter column hash set not null, alter column hash set default '';
alter table audit_events add constraint audit_events_have_one_place unique (seq);
create trigger audit_events_are_chained before insert on audit_events for each row execute function audit_event_is_chained();

-- The head moves with the events and by nothing else, also where the site works as the owner of its tables.
create trigger audit_head_moves_with_events before insert or update or delete on audit_head
  for each row when (pg_trigger_depth() = 0) execute function written_once();
create trigger audit_head_is_not_emptied before truncate on audit_head for each statement execute function written_once();

-- Searching: the newest first under each filter, and any word by its letters.
drop index audit_events_by_subject;
create index audit_events_by_time on audit_events (at desc, seq desc);
create index audit_events_by_subject on audit_events (subject, at desc, seq desc);
create index audit_events_by_actor on audit_events (actor, at desc, seq desc);
create index audit_events_by_action on audit_events (action, at desc, seq desc);
create index audit_events_by_address on audit_events (address, at desc, seq desc);
create index audit_events_by_words on audit_events
  using gin ((subject || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, '')) gin_trgm_ops);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select on audit_head to volante_app;
  end if;
end $$;
