-- What a driver says of a line of a frozen statement: that it is right, or that it is not. Rows beside the statement, not
-- states of it: silence blocks nothing, and what is contested keeps nothing else from being paid (docs/decisions/026).
create table line_acceptances (
  settlement_id uuid not null,
  ordinal smallint not null,
  accepted_at timestamptz not null,
  primary key (settlement_id, ordinal),
  foreign key (settlement_id, ordinal) references settlement_lines on delete restrict
);
create trigger line_acceptances_are_written_once before update or delete on line_acceptances
  for each row execute function written_once();

create table disputes (
  id uuid primary key default gen_random_uuid(),
  settlement_id uuid not null,
  ordinal smallint not null,
  -- What the driver chose, and the own words.
  cause text not null,
  words text not null,
  state text not null default 'open',
  opened_at timestamptz not null,
  -- When it was answered or taken back, by whom, and what the office said.
  closed_at timestamptz,
  closed_by text,
  answer text not null default '',
  -- The money an accepted one brought.
  adjustment_id uuid references adjustments,
  foreign key (settlement_id, ordinal) references settlement_lines on delete restrict,
  constraint disputes_cause_is_known check (cause in ('amount', 'not-mine', 'missing', 'terms', 'other')),
  constraint disputes_words_are_few check (length(words) <= 500),
  constraint disputes_state_is_known check (state in ('open', 'withdrawn', 'accepted', 'declined')),
  constraint disputes_closed_say_when check ((state = 'open') = (closed_at is null)),
  constraint disputes_declined_say_why check (state <> 'declined' or answer ~ '\S'),
  constraint disputes_accepted_bring_money check ((state = 'accepted') = (adjustment_id is not null))
);
create unique index disputes_one_open on disputes (settlement_id, ordinal) where state = 'open';
create index disputes_open on disputes (opened_at) where state = 'open';

create function dispute_is_closed_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or new.state = 'open'
     or row(new.settlement_id, new.ordinal, new.cause, new.words, new.opened_at)
        is distinct from row(old.settlement_id, old.ordinal, old.cause, old.words, old.opened_at) then
    raise exception 'dispute % is written', old.id;
  end if;
  return new;
end $$;
create trigger disputes_are_closed_once before update on disputes for each row execute function dispute_is_closed_once();
create trigger disputes_stay before delete on disputes for each row execute function written_once();

-- How long after a statement is issued its lines can be contested.
alter table company add column dispute_hours integer not null default 48;
alter table company add constraint company_dispute_hours_are_sound check (dispute_hours between 1 and 720);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on line_acceptances to volante_app;
    grant select, insert on disputes to volante_app;
    grant update (state, closed_at, closed_by, answer, adjustment_id) on disputes to volante_app;
  end if;
end $$;
