-- What the fleet wants of a platform for a driver, and what became of it (docs/decisions/260).
create table platform_acts (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  -- cash-off, cash-on: cash trips · assign, unassign: a car · invite: the driver into the fleet.
  kind text not null,
  driver_id uuid not null references drivers,
  vehicle_id uuid references vehicles,
  -- Why: debt, as the rule has it · hand-over of a car · person, for a reason of their own.
  cause text not null,
  -- What the driver owed when it was proposed, and the sum the rule names; in cents.
  owed_cents bigint,
  limit_cents bigint,
  -- proposed: nobody has said yes · ordered: to be sent · sending: on its way · unknown: sent, and nobody knows what became of it ·
  -- portal: to be done by hand there · accepted by the platform · done by hand · refused · withdrawn.
  state text not null,
  proposed_at timestamptz not null,
  proposed_by text,
  confirmed_at timestamptz,
  confirmed_by text,
  -- When it is looked at next, for those that are on their way.
  next_at timestamptz,
  sent_at timestamptz,
  sends integer not null default 0,
  ended_at timestamptz,
  ended_by text,
  -- The day on which somebody did it in the portal.
  done_on date,
  -- What the platform answered where it did not do it, by its kind and its own number or word.
  trouble text,
  said text,
  constraint platform_acts_provider_is_known check (provider in ('uber', 'bolt')),
  constraint platform_acts_kind_is_known check (kind in ('cash-off', 'cash-on', 'assign', 'unassign', 'invite')),
  constraint platform_acts_cause_is_known check (cause in ('debt', 'hand-over', 'person')),
  constraint platform_acts_state_is_known
    check (state in ('proposed', 'ordered', 'sending', 'unknown', 'portal', 'accepted', 'done', 'refused', 'withdrawn')),
  constraint platform_acts_car_is_named check ((kind in ('assign', 'unassign')) = (vehicle_id is not null)),
  constraint platform_acts_done_has_a_day check ((state = 'done') = (done_on is not null))
);
-- One at a time of a driver's cash, of a driver and a car, and of an invitation: of two presses at once one finds the other.
create unique index platform_acts_one_open on platform_acts (
  provider, driver_id, coalesce(vehicle_id, driver_id), (case when kind like 'cash%' then 'cash' when kind = 'invite' then 'invite' else 'car' end)
) where state in ('proposed', 'ordered', 'sending', 'unknown', 'portal');
create index platform_acts_of_driver on platform_acts (driver_id, proposed_at desc);
create index platform_acts_of_car on platform_acts (vehicle_id, proposed_at desc) where vehicle_id is not null;
create index platform_acts_due on platform_acts (next_at) where state in ('ordered', 'sending', 'unknown');

-- How acts are done here: the rule for cash, and on which platforms a hand-over was told last. Without a row nothing is by itself.
create table platform_act_rules (
  is_one boolean primary key default true,
  cash_is_on boolean not null default false,
  cash_limit_cents bigint not null default 0,
  -- Sent without somebody's yes.
  cash_by_itself boolean not null default false,
  hand_over_on text[] not null default '{}',
  changed_at timestamptz not null,
  changed_by text,
  constraint platform_act_rules_is_one check (is_one),
  constraint platform_act_rules_limit_is_one check (cash_limit_cents >= 0)
);

-- What Bolt says of a driver besides: whether cash trips come, the car that is driven, and why somebody stands still.
alter table platform_drivers add column takes_cash boolean;
alter table platform_drivers add column plate text;
alter table platform_drivers add column reason text;
alter table platform_vehicles add column reason text;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on platform_acts, platform_act_rules to volante_app;
  end if;
end $$;
