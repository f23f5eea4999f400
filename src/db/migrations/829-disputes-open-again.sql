-- Withdrawing the adjustment of an accepted dispute opens the dispute again (docs/decisions/026). The answer that no longer
-- holds stays with that adjustment: its reason, and who wrote and withdrew it.
alter table disputes add column reopened_at timestamptz;

create table dispute_reopenings (
  adjustment_id uuid primary key references adjustments,
  dispute_id uuid not null references disputes
);
create index dispute_reopenings_of on dispute_reopenings (dispute_id);
create trigger dispute_reopenings_are_written_once before update or delete on dispute_reopenings
  for each row execute function written_once();
create index disputes_by_adjustment on disputes (adjustment_id) where adjustment_id is not null;

-- An answer may be late again after the dispute was opened again, and the office is reminded again.
alter table dispute_reminders drop constraint dispute_reminders_pkey, add primary key (dispute_id, reminded_at);

create or replace function dispute_is_closed_once() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if row(new.settlement_id, new.ordinal, new.cause, new.words, new.opened_at, new.file_sha256, new.file_name)
     is distinct from row(old.settlement_id, old.ordinal, old.cause, old.words, old.opened_at, old.file_sha256, old.file_name) then
    raise exception 'dispute % is written', old.id;
  end if;
  if old.state = 'open' and new.state <> 'open' and new.reopened_at is not distinct from old.reopened_at then
    return new;
  end if;
  if old.state = 'accepted' and new.state = 'open' and new.reopened_at is not null and new.answer = '' and exists (
    select from dispute_reopenings join adjustments on adjustments.id = adjustment_id
    where dispute_id = old.id and adjustment_id = old.adjustment_id and adjustments.state = 'withdrawn') then
    return new;
  end if;
  raise exception 'dispute % is written', old.id;
end $$;

-- Withdrawing it and opening the dispute again is one transaction, so that no dispute promises what is withdrawn.
create function promised_adjustment_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from disputes where adjustment_id = new.id) then
    raise exception 'adjustment % is promised by a dispute', new.id;
  end if;
  return null;
end $$;
create constraint trigger adjustments_promised_stay after update of state on adjustments deferrable initially deferred
  for each row when (new.state = 'withdrawn') execute function promised_adjustment_stays();

insert into dispute_reopenings (adjustment_id, dispute_id)
select adjustments.id, disputes.id from disputes join adjustments on adjustments.id = disputes.adjustment_id
where adjustments.state = 'withdrawn';
update disputes set state = 'open', reopened_at = withdrawn_at, answer = '', closed_at = null, closed_by = null, adjustment_id = null
from dispute_reopenings join adjustments on adjustments.id = adjustment_id
where dispute_id = disputes.id and disputes.adjustment_id = adjustments.id;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on dispute_reopenings to volante_app;
    grant update (reopened_at) on disputes to volante_app;
  end if;
end $$;
