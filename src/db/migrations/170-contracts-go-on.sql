-- What follows a contract (docs/decisions/112): another one renews or amends it, it ends before its last day, and whoever has
-- to sign or to think of its end is reminded once at each distance.
alter table contracts
  add follows uuid references contracts on delete restrict,
  add relation text,
  add ended_on date,
  add ended_why text,
  drop constraint contracts_kind_is_known,
  add constraint contracts_kind_is_known check (kind in ('own-car', 'fleet-car', 'rental', 'deposit', 'plan', 'amendment')),
  add constraint contracts_relation_is_known check (relation in ('renewal', 'amendment')),
  add constraint contracts_follow_as_something check ((follows is null) = (relation is null)),
  add constraint contracts_amendments_amend check ((kind = 'amendment') = (relation is not distinct from 'amendment')),
  add constraint contracts_ended_say_why check ((ended_on is null) = (ended_why is null) and (ended_why is null or ended_why ~ '\S')),
  add constraint contracts_ended_were_sealed check (ended_on is null or state = 'sealed'),
  add constraint contracts_ended_before_their_end check (ended_on >= starts_on and (ends_on is null or ended_on < ends_on));
-- The next version of the texts changes some of them, not all.
alter table contract_templates drop constraint contract_templates_sha256_key;
create index contracts_by_the_one_before on contracts (follows);

alter table contract_events
  drop constraint contract_events_are_known,
  add constraint contract_events_are_known
    check (event in ('draft', 'sent', 'signed', 'sealed', 'withdrawn', 'refused', 'ended'));

create table contract_reminders (
  contract_id uuid not null references contracts on delete restrict,
  about text not null,
  -- Days since it was sent, or to its end.
  days integer not null,
  reminded_at timestamptz not null,
  primary key (contract_id, about, days),
  constraint contract_reminders_are_known check (about in ('unsigned', 'ends'))
);

-- What was ended is not ended again, on another day or for another reason.
create or replace function keep_closed_contract() returns trigger language plpgsql as $$
begin
  -- A body that is sealed again under another key is the same body: its hash stays.
  if old.state in ('sealed', 'withdrawn', 'refused')
    and (new.state, new.reason, new.file_sha256, new.text_sha256) is distinct from (old.state, old.reason, old.file_sha256, old.text_sha256) then
    raise exception 'A contract that is closed does not change.' using errcode = '55000';
  end if;
  if old.ended_on is not null and (new.ended_on, new.ended_why) is distinct from (old.ended_on, old.ended_why) then
    raise exception 'A contract ends once.' using errcode = '55000';
  end if;
  return new;
end $$;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant update (state, reason, file_sha256, ended_on, ended_why) on contracts to volante_app;
    grant select, insert on contract_reminders to volante_app;
  end if;
end $$;
