-- What the company promises for what is reached in a week or a month (docs/decisions/098). What is earned is never stored: it is
-- worked out from the files that count, and a statement pays what of it no other statement has paid.

-- One version of a goal, written once; its end may come later. Another version of the same goal begins after it.
create table goals (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  -- The first version of the goal this is one of.
  line_id uuid not null references goals,
  -- Printed on the statement; the English one where there is another.
  name text not null,
  name_en text,
  -- trips · income, in cents · online, in minutes.
  criterion text not null,
  period text not null,
  stacking text not null,
  starts_on date not null,
  -- The Monday of its last week.
  ends_on date,
  -- Whom it is for; nothing written leaves nobody out.
  regimes text[] not null default '{}',
  car text not null default 'any',
  min_weeks integer,
  max_weeks integer,
  reason text not null,
  created_at timestamptz not null,
  created_by text,
  ended_at timestamptz,
  ended_by text,
  end_reason text,
  constraint goals_have_a_name check (name ~ '\S' and (name_en is null or name_en ~ '\S') and reason ~ '\S'),
  constraint goals_criterion_is_known check (criterion in ('trips', 'income', 'online')),
  constraint goals_period_is_known check (period in ('week', 'month')),
  constraint goals_stacking_is_known check (stacking in ('best', 'sum')),
  constraint goals_begin_on_a_monday check (extract(isodow from starts_on) = 1),
  -- One that was ended before it began ends the week before.
  constraint goals_end_on_a_monday check (extract(isodow from ends_on) = 1 and ends_on >= starts_on - 7),
  constraint goals_regimes_are_known check (regimes <@ array['slot', 'rental', 'percentage', 'employee']),
  constraint goals_car_is_known check (car in ('any', 'fleet', 'own')),
  constraint goals_weeks_are_counts check (min_weeks between 0 and 1000 and max_weeks between 0 and 1000
    and (min_weeks is null or max_weeks is null or min_weeks <= max_weeks)),
  constraint goals_ended_say_why check ((ended_at is null) = (end_reason is null) and (ended_at is null or ends_on is not null)),
  constraint goals_of_a_line_do_not_overlap exclude using gist
    (line_id with =, daterange(starts_on, ends_on + 7) with &&)
);

-- A threshold and what it pays: two different things.
create table goal_levels (
  goal_id uuid not null references goals,
  threshold bigint not null,
  reward_cents bigint not null,
  primary key (goal_id, threshold),
  constraint goal_levels_ask_something check (threshold between 1 and 100000000),
  constraint goal_levels_pay_something check (reward_cents between 1 and 100000000)
);

-- Who was picked by hand; nobody here means everybody.
create table goal_drivers (
  goal_id uuid not null references goals,
  driver_id uuid not null references drivers on delete restrict,
  primary key (goal_id, driver_id)
);

create function goal_ends_alone() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare open constant text[] := array['ends_on', 'ended_at', 'ended_by', 'end_reason'];
begin
  if to_jsonb(new) - open is distinct from to_jsonb(old) - open or old.ended_at is not null or new.ended_at is null
     or (old.ends_on is not null and new.ends_on > old.ends_on) then
    raise exception 'goal % is written once', old.id;
  end if;
  return new;
end $$;
create trigger goals_end_alone before update on goals for each row execute function goal_ends_alone();
create trigger goals_stay before delete on goals for each row execute function written_once();
create trigger goal_levels_are_written_once before update or delete on goal_levels for each row execute function written_once();
create trigger goal_drivers_are_written_once before update or delete on goal_drivers for each row execute function written_once();

-- The line of a statement that pays it is an adjustment of its own kind, written when the statement is approved.
alter table adjustments
  add column goal_id uuid references goals,
  -- The first week of the period, and what was reached in it, in the unit of the goal.
  add column goal_first date,
  add column goal_reached bigint,
  drop constraint adjustments_kind_is_known,
  add constraint adjustments_kind_is_known
    check (kind in ('late', 'fine', 'damage', 'advance', 'prize', 'other', 'referral', 'goal')),
  add constraint adjustments_goals_say_which check ((kind = 'goal') = (goal_id is not null)
    and (goal_id is null) = (goal_first is null) and (goal_id is null) = (goal_reached is null)
    and extract(isodow from goal_first) = 1);
create unique index adjustments_pay_a_goal_once_a_week on adjustments (goal_id, goal_first, driver_id, week)
  where goal_id is not null and state = 'accepted';

-- What a goal pays for what was reached: its levels say so, and nothing else.
create function goal_prize(goal uuid, reached bigint) returns bigint language sql stable set search_path = public, pg_temp as $$
  select coalesce(case (select stacking from goals where id = goal) when 'sum' then sum(reward_cents) else max(reward_cents) end, 0)::bigint
  from goal_levels where goal_id = goal and threshold <= reached
$$;

-- Paid once: all that statements paid a person for a period, with every record of theirs, is the prize for what was reached.
create function goal_is_paid_once() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare paid bigint;
declare prize bigint := goal_prize(new.goal_id, new.goal_reached);
begin
  perform pg_advisory_xact_lock(hashtext('goals'));
  select coalesce(sum(amount_cents), 0) into paid from adjustments
    where goal_id = new.goal_id and goal_first = new.goal_first and state = 'accepted'
      and standing_record(driver_id) = standing_record(new.driver_id);
  if paid <> prize then
    raise exception 'goal % would have paid % cents where % were earned', new.goal_id, paid, prize
      using constraint = 'goals_are_paid_once', errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger adjustments_pay_goals_once after insert on adjustments
  for each row when (new.goal_id is not null) execute function goal_is_paid_once();

create view invariant_27_prize_equals_rule as
with paid as (
  select standing_record(driver_id) as person, goal_id, goal_first, sum(amount_cents) filter (where state = 'accepted') as cents,
    (array_agg(goal_reached order by ordinal desc) filter (where state = 'accepted'))[1] as reached,
    max(decided_at) filter (where state = 'accepted') as said_at, max(withdrawn_at) as withdrawn_at
  from adjustments where goal_id is not null group by 1, 2, 3)
select 'goal:' || goal_id || ' ' || goal_first || ' ' || person as offender, cents::bigint as found, goal_prize(goal_id, reached) as wanted
from paid
where cents is not null and cents <> goal_prize(goal_id, reached)
  -- Not while a statement that paid is void, or two records became one or came apart, and the next statement has not put it right.
  and (withdrawn_at is null or withdrawn_at < said_at)
  and not exists (select from driver_merges m where (standing_record(m.gone_id) = person or standing_record(m.stays_id) = person)
    and greatest(m.merged_at, m.undone_at) >= said_at);
comment on view invariant_27_prize_equals_rule is
  '27. What statements paid for a goal is what its levels say of what was reached, once for each person and period.';

create view invariant_28_goals_on_statements as
select 'adjustment:' || a.id as offender, a.amount_cents as found, coalesce(l.amount_cents, 0) as wanted
from adjustments a left join (settlement_lines l join settlements s on s.id = l.settlement_id and s.state <> 'void') on l.adjustment_id = a.id
where a.goal_id is not null and a.state = 'accepted' and a.amount_cents is distinct from l.amount_cents
union all
-- Paid in the week that ends the period or later, by a goal that counts for it.
select 'adjustment:' || a.id, null, null
from adjustments a join goals g on g.id = a.goal_id
where a.state = 'accepted' and (a.week < a.goal_first or a.goal_first < g.starts_on or a.goal_first > g.ends_on);
comment on view invariant_28_goals_on_statements is
  '28. What counts as paid for a goal is what statements say, never before its period and never outside its time.';

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on goals, goal_levels, goal_drivers to volante_app;
    grant update (ends_on, ended_at, ended_by, end_reason) on goals to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
    grant select on invariant_27_prize_equals_rule, invariant_28_goals_on_statements to volante_app;
  end if;
end $$;
