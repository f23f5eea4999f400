-- What a driver pays back, or builds up, in weekly instalments. Written once: new conditions are a new plan that replaces
-- the old one. What is still owed is never stored: it is the total less what live statements took and what moved besides.
create table plans (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  driver_id uuid not null references drivers on delete restrict,
  kind text not null,
  -- Printed on the statement.
  reason text not null,
  total_cents bigint not null,
  count integer not null,
  first_week date not null,
  -- A week without income asks nothing; the plan is longer by it.
  skips_idle boolean not null,
  -- Of the first version: the oldest plan is served first.
  agreed_on date not null,
  replaces uuid references plans,
  -- The first version, whose total all versions pay back together: a statement voided after a change restores its
  -- instalment whichever version it was of.
  root_id uuid not null references plans,
  -- requested by the driver · declined · active, also once it is paid · replaced by other conditions.
  state text not null,
  decision text not null default '',
  created_at timestamptz not null,
  created_by text,
  decided_at timestamptz,
  decided_by text,
  -- The driver's yes to these conditions: when, who, and the hash of the text that was read.
  accepted_at timestamptz,
  accepted_by text,
  accepted_sha256 text,
  -- That an advance was paid out.
  proof_sha256 text references files,
  proof_name text,
  constraint plans_are_replaced_once unique (replaces),
  constraint plans_kind_is_known check (kind in ('advance', 'debt', 'deposit', 'damage', 'fine')),
  constraint plans_have_a_reason check (reason ~ '\S'),
  constraint plans_divide check (count between 1 and 156 and total_cents between count and 100000000000),
  constraint plans_first_week_is_a_monday check (extract(isodow from first_week) = 1),
  constraint plans_state_is_known check (state in ('requested', 'declined', 'active', 'replaced')),
  constraint plans_acceptance_is_whole check (num_nonnulls(accepted_at, accepted_sha256) in (0, 2)),
  constraint plans_proofs_have_names check ((proof_sha256 is null) = (proof_name is null))
);
create index plans_by_driver on plans (driver_id, ordinal desc);
create index plans_by_root on plans (root_id);

-- Weeks in which a plan asks nothing.
create table plan_skips (
  plan_id uuid not null references plans on delete restrict,
  week date not null,
  reason text not null,
  created_at timestamptz not null,
  created_by text,
  primary key (plan_id, week),
  constraint plan_skips_week_is_a_monday check (extract(isodow from week) = 1)
);

-- What happened to a plan outside the statements: paid early, given up; a deposit given back or used.
create table plan_movements (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  plan_id uuid not null references plans on delete restrict,
  kind text not null,
  amount_cents bigint not null,
  reason text not null,
  created_at timestamptz not null,
  created_by text,
  constraint plan_movements_kind_is_known check (kind in ('early', 'write-off', 'returned', 'used')),
  constraint plan_movements_move_something check (amount_cents between 1 and 100000000000),
  constraint plan_movements_have_a_reason check (reason ~ '\S')
);
create index plan_movements_by_plan on plan_movements (plan_id);
create trigger plan_movements_are_written_once before update or delete on plan_movements
  for each row execute function written_once();

-- The instalment a line of a statement took, and what was due.
alter table settlement_lines
  add column plan_id uuid references plans,
  add column plan_due_cents bigint,
  add constraint settlement_lines_instalments_are_whole check ((plan_id is null) = (plan_due_cents is null));
create index settlement_lines_by_plan on settlement_lines (plan_id) where plan_id is not null;

create function plan_keeps_conditions() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['state', 'decision', 'agreed_on', 'decided_at', 'decided_by', 'accepted_at', 'accepted_by',
      'accepted_sha256', 'proof_sha256', 'proof_name'] is distinct from
     to_jsonb(old) - array['state', 'decision', 'agreed_on', 'decided_at', 'decided_by', 'accepted_at', 'accepted_by',
      'accepted_sha256', 'proof_sha256', 'proof_name'] then
    raise exception 'plan % keeps its conditions', old.id;
  end if;
  return new;
end $$;
create trigger plans_keep_conditions before update on plans for each row execute function plan_keeps_conditions();
create trigger plans_stay before delete on plans for each row execute function written_once();

-- What is added or taken every week from one week on: until a week, until a total, or until it is stopped. A week's part
-- is an adjustment like any other, written when the week is approved; until then it is worked out.
create table recurring_adjustments (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  driver_id uuid not null references drivers on delete restrict,
  kind text not null,
  -- Of a week, signed as the driver sees it.
  amount_cents bigint not null,
  reason text not null,
  first_week date not null,
  last_week date,
  -- Of all weeks together, as a size.
  total_cents bigint,
  created_at timestamptz not null,
  created_by text,
  stopped_at timestamptz,
  stopped_by text,
  stop_reason text,
  constraint recurring_kind_is_known check (kind in ('fine', 'damage', 'advance', 'prize', 'other')),
  constraint recurring_moves_something check (amount_cents <> 0 and abs(amount_cents) <= 100000000000),
  constraint recurring_total_is_a_size check (total_cents >= abs(amount_cents)),
  constraint recurring_has_a_reason check (reason ~ '\S'),
  constraint recurring_weeks_are_mondays check (extract(isodow from first_week) = 1 and extract(isodow from last_week) = 1),
  constraint recurring_ends_after_it_begins check (last_week >= first_week),
  constraint recurring_stops_say_why check ((stopped_at is null) = (stop_reason is null))
);
create index recurring_by_driver on recurring_adjustments (driver_id, ordinal desc);
create table recurring_pauses (
  recurring_id uuid not null references recurring_adjustments on delete restrict,
  week date not null,
  reason text not null,
  created_at timestamptz not null,
  created_by text,
  primary key (recurring_id, week)
);
alter table adjustments add column recurring_id uuid references recurring_adjustments;
create index adjustments_by_recurring on adjustments (recurring_id) where recurring_id is not null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on plans, plan_skips, plan_movements to volante_app;
    grant update (state, decision, agreed_on, decided_at, decided_by, accepted_at, accepted_by, accepted_sha256,
      proof_sha256, proof_name) on plans to volante_app;
    grant select, insert on recurring_adjustments, recurring_pauses to volante_app;
    grant update (stopped_at, stopped_by, stop_reason) on recurring_adjustments to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
