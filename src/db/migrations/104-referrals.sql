-- What the company promises for drivers who bring drivers: one table of rules with dates, who brought whom, and the lines that
-- statements pay for it (docs/decisions/092). What is earned is never stored: it is worked out from the statements of
-- whoever was brought, and a statement pays what of it no other statement has paid.
insert into ledger_accounts (code) values ('costs:referrals');

-- One version of one side's rule, written once: it counts for whoever is brought from its week on, until the next version does.
create table commission_rules (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  -- Whom it pays: who brought somebody, or who was brought.
  side text not null,
  starts_on date not null,
  -- Printed on the statement.
  name text not null,
  -- none: from here on nothing is promised · fixed: an amount for each week it is paid for · percent: a part of `base`.
  kind text not null,
  amount_cents bigint,
  rate_basis_points integer,
  base text,
  -- Of the weeks with income of whoever was brought: the first that pays, and how many do.
  first_week integer not null default 1,
  weeks integer not null default 1,
  -- Before any of it is paid: weeks with income, and trips.
  min_weeks integer not null default 1,
  min_trips integer not null default 0,
  -- Weeks it waits once it is earned.
  hold_weeks integer not null default 0,
  -- The most that one referral pays.
  cap_cents bigint,
  -- Who leaves with fewer weeks than these makes all of it be taken back.
  clawback_weeks integer not null default 0,
  reason text not null,
  created_at timestamptz not null,
  created_by text,
  constraint commission_rules_begin_once unique (side, starts_on),
  constraint commission_rules_side_is_known check (side in ('referrer', 'referred')),
  constraint commission_rules_begin_on_a_monday check (extract(isodow from starts_on) = 1),
  constraint commission_rules_have_a_name check (name ~ '\S' and reason ~ '\S'),
  constraint commission_rules_kind_is_known check (kind in ('none', 'fixed', 'percent')),
  constraint commission_rules_fixed_has_an_amount check ((kind = 'fixed') = (amount_cents is not null) and amount_cents between 1 and 100000000),
  constraint commission_rules_percent_has_a_base check ((kind = 'percent') = (rate_basis_points is not null and base is not null)
    and rate_basis_points between 1 and 10000 and base in ('income', 'income-less-vat', 'fee')),
  -- A part of somebody's weeks has an end in weeks and one in money: nobody owes without knowing how much.
  constraint commission_rules_percent_has_a_cap check (kind <> 'percent' or cap_cents is not null),
  constraint commission_rules_cap_is_an_amount check (cap_cents between 1 and 100000000),
  constraint commission_rules_weeks_are_counts check (first_week between 1 and 104 and weeks between 1 and 104
    and min_weeks between 1 and 104 and min_trips between 0 and 100000 and hold_weeks between 0 and 52 and clawback_weeks between 0 and 104)
);
create trigger commission_rules_are_written_once before update or delete on commission_rules
  for each row execute function written_once();

-- Who brought whom. Written once; it can be taken back with a reason, and then nothing of it is owed.
create table referrals (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  referrer_id uuid not null references drivers on delete restrict,
  referred_id uuid not null references drivers on delete restrict,
  -- The week it counts from, which says the rule.
  since date not null,
  -- link: the application came by the personal link · office: somebody wrote it down.
  origin text not null,
  reason text not null default '',
  created_at timestamptz not null,
  created_by text,
  withdrawn_at timestamptz,
  withdrawn_by text,
  withdraw_reason text,
  constraint referrals_are_of_two check (referrer_id <> referred_id),
  constraint referrals_begin_on_a_monday check (extract(isodow from since) = 1),
  constraint referrals_origin_is_known check (origin in ('link', 'office')),
  constraint referrals_by_hand_have_a_reason check (origin = 'link' or reason ~ '\S'),
  constraint referrals_withdrawn_say_why check ((withdrawn_at is null) = (withdraw_reason is null))
);
-- Nobody is brought twice.
create unique index referrals_one_of_each on referrals (referred_id) where withdrawn_at is null;
create index referrals_by_referrer on referrals (referrer_id);

-- The record that goes on for this one: itself, or the one it was merged into.
create function standing_record(driver uuid) returns uuid language sql stable set search_path = public, pg_temp as $$
  with recursive line (id, merged_into) as (
    select id, merged_into from drivers where id = driver
    union select d.id, d.merged_into from drivers d join line on d.id = line.merged_into)
  select id from line where merged_into is null
$$;

-- Why somebody cannot have been brought by somebody; a person with two records is one.
create function referral_refused(above uuid, below uuid) returns text language sql stable set search_path = public, pg_temp as $$
  select case
    when standing_record(above) = standing_record(below) then 'self'
    when exists (select from referrals r where r.withdrawn_at is null and standing_record(r.referred_id) = standing_record(below)) then 'known'
    when exists (
      with recursive line (id) as (
        select standing_record(above)
        union select standing_record(r.referrer_id) from line join referrals r on r.withdrawn_at is null and standing_record(r.referred_id) = line.id)
      select from line where id = standing_record(below)) then 'circle'
  end
$$;

-- One at a time, so that two written at once make no circle either.
create function referral_makes_no_circle() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare why text;
begin
  perform pg_advisory_xact_lock(hashtext('referrals'));
  why := referral_refused(new.referrer_id, new.referred_id);
  if why is not null then
    raise exception 'driver % was not brought by %: %', new.referred_id, new.referrer_id, why;
  end if;
  return new;
end $$;
create trigger referrals_make_no_circle before insert on referrals for each row execute function referral_makes_no_circle();

create function referral_is_withdrawn_alone() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare open constant text[] := array['withdrawn_at', 'withdrawn_by', 'withdraw_reason'];
begin
  if to_jsonb(new) - open is distinct from to_jsonb(old) - open or old.withdrawn_at is not null or new.withdrawn_at is null then
    raise exception 'referral % is written once', old.id;
  end if;
  return new;
end $$;
create trigger referrals_are_withdrawn_alone before update on referrals for each row execute function referral_is_withdrawn_alone();
create trigger referrals_stay before delete on referrals for each row execute function written_once();

-- The line of a statement that pays it is an adjustment of its own kind, written when the statement is approved.
alter table adjustments
  add column referral_id uuid references referrals,
  add column reward_side text,
  drop constraint adjustments_kind_is_known,
  add constraint adjustments_kind_is_known check (kind in ('late', 'fine', 'damage', 'advance', 'prize', 'other', 'referral')),
  add constraint adjustments_referrals_say_which check ((kind = 'referral') = (referral_id is not null and reward_side is not null)
    and reward_side in ('referrer', 'referred'));
create unique index adjustments_pay_a_referral_once_a_week on adjustments (referral_id, reward_side, week)
  where referral_id is not null and state = 'accepted';

-- The most that one side of a referral can come to, by the rule of its week; nothing without one.
create function referral_most(referral uuid, paid_side text) returns bigint language sql stable set search_path = public, pg_temp as $$
  select coalesce((
    select case rule.kind when 'fixed' then least(rule.amount_cents * rule.weeks, rule.cap_cents) when 'percent' then rule.cap_cents else 0 end
    from referrals r join commission_rules rule on rule.side = paid_side and rule.starts_on <= r.since
    where r.id = referral order by rule.starts_on desc limit 1), 0)
$$;

-- Paid once: what statements paid of one side of a referral, less what they took back, stays between nothing and that.
create function referral_is_paid_once() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare paid bigint;
begin
  perform from referrals where id = new.referral_id for update;
  select coalesce(sum(amount_cents), 0) into paid from adjustments
    where referral_id = new.referral_id and reward_side = new.reward_side and state = 'accepted';
  if paid < 0 or paid > referral_most(new.referral_id, new.reward_side) then
    raise exception 'referral % would have paid % cents', new.referral_id, paid using constraint = 'referrals_are_paid_once', errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger adjustments_pay_referrals_once after insert on adjustments
  for each row when (new.referral_id is not null) execute function referral_is_paid_once();

create view invariant_25_referrals_paid_once as
select 'referral:' || r.id || ' ' || side as offender, coalesce(paid.cents, 0)::bigint as found, referral_most(r.id, side) as wanted
from referrals r, unnest(array['referrer', 'referred']) side, lateral (
  select sum(l.amount_cents) as cents from adjustments a join settlement_lines l on l.adjustment_id = a.id
    join settlements s on s.id = l.settlement_id and s.state <> 'void'
  where a.referral_id = r.id and a.reward_side = side) paid
-- Below nothing only while a statement that paid it is void and the next one has not put it right.
where coalesce(paid.cents, 0) not between -referral_most(r.id, side) and referral_most(r.id, side)
union all
-- What counts as paid is what statements say.
select 'adjustment:' || a.id, a.amount_cents, coalesce(l.amount_cents, 0)
from adjustments a left join (settlement_lines l join settlements s on s.id = l.settlement_id and s.state <> 'void') on l.adjustment_id = a.id
where a.referral_id is not null and a.state = 'accepted' and a.amount_cents is distinct from l.amount_cents;
comment on view invariant_25_referrals_paid_once is
  '25. A referral pays what its rule says at most, once, and only what statements say was paid.';

create view invariant_26_referrals_straight as
with recursive above (start, id) as (
  select referred_id, referrer_id from referrals where withdrawn_at is null
  union select above.start, r.referrer_id from above join referrals r on r.referred_id = above.id and r.withdrawn_at is null)
select distinct 'driver:' || start as offender, null::bigint as found, null::bigint as wanted from above where id = start
union all
select 'driver:' || referred_id, count(*), 1 from referrals where withdrawn_at is null group by referred_id having count(*) > 1;
comment on view invariant_26_referrals_straight is '26. Nobody brought themselves, by whatever way round, and nobody was brought twice.';

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on commission_rules, referrals to volante_app;
    -- `for update` of the row that is paid, and what may be taken back.
    grant update (withdrawn_at, withdrawn_by, withdraw_reason) on referrals to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
    grant select on invariant_25_referrals_paid_once, invariant_26_referrals_straight to volante_app;
  end if;
end $$;
