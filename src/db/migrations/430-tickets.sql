-- What a driver asks the office, and the conversation that follows (docs/decisions/220). A ticket may be about one thing that is
-- the driver's own; its words are sealed, for they may hold a number or say how somebody is.
create table tickets (
  id uuid primary key default gen_random_uuid(),
  -- What both sides call it.
  number bigint generated always as identity unique,
  driver_id uuid not null references drivers on delete restrict,
  topic text not null,
  -- What it is about: a week, a line of its statement, a car, a paper, a fine or a damage.
  week date,
  settlement_id uuid,
  line smallint,
  vehicle_id uuid references vehicles on delete restrict,
  paper_id uuid references papers on delete restrict,
  fine_id uuid references fines on delete restrict,
  damage_id uuid references damages on delete restrict,
  -- open: waits for the office · answered: waits for the driver · closed: by either side, until somebody writes again.
  state text not null default 'open',
  assigned_to text,
  opened_at timestamptz not null,
  -- The last day of the promised answer, while one is waited for.
  answer_by date,
  closed_at timestamptz,
  closed_side text,
  -- The newest message that each side has seen.
  driver_read bigint not null default 0,
  office_read bigint not null default 0,
  constraint tickets_topic_is_known check (topic in ('money', 'toll-fine', 'car', 'papers', 'platform', 'other')),
  constraint tickets_state_is_known check (state in ('open', 'answered', 'closed')),
  constraint tickets_open_promise_a_day check ((state = 'open') = (answer_by is not null)),
  constraint tickets_closed_say_when check ((state = 'closed') = (closed_at is not null)),
  constraint tickets_closed_say_by_whom check ((closed_at is null) = (closed_side is null)),
  constraint tickets_closed_side_a_side check (closed_side in ('driver', 'office')),
  constraint tickets_lines_are_whole check ((settlement_id is null) = (line is null)),
  constraint tickets_are_about_one_thing check (num_nonnulls(week, line, vehicle_id, paper_id, fine_id, damage_id) <= 1),
  foreign key (settlement_id, line) references settlement_lines (settlement_id, ordinal) on delete restrict
);
create index tickets_by_driver on tickets (driver_id, opened_at desc);
create index tickets_waiting on tickets (answer_by) where state = 'open';
create index tickets_by_vehicle on tickets (vehicle_id) where vehicle_id is not null;

-- What was said stays as it was said.
create table ticket_messages (
  id bigint generated always as identity primary key,
  ticket_id uuid not null references tickets on delete restrict,
  at timestamptz not null,
  side text not null,
  said_by text,
  words bytea not null,
  -- Of a driver's message that waited for an answer: until which day it was promised, and when it came.
  answer_by date,
  answered_at timestamptz,
  constraint ticket_messages_side_is_known check (side in ('driver', 'office')),
  constraint ticket_messages_words_are_sealed check (get_byte(words, 0) = 1),
  constraint ticket_messages_answers_were_promised check (answered_at is null or answer_by is not null),
  constraint ticket_messages_drivers_wait check (answer_by is null or side = 'driver')
);
create index ticket_messages_by_ticket on ticket_messages (ticket_id, id);
create trigger ticket_messages_stay before delete on ticket_messages for each row execute function written_once();

create table ticket_files (
  id uuid primary key default gen_random_uuid(),
  message_id bigint not null references ticket_messages on delete restrict,
  file_sha256 text not null references files,
  name text not null
);
create index ticket_files_by_message on ticket_files (message_id);
create trigger ticket_files_are_written_once before update or delete on ticket_files
  for each row execute function written_once();

-- Working days in which the office promises an answer; one row, and none while nobody changed the usual.
create table support_settings (
  id smallint primary key default 1 check (id = 1),
  answer_days smallint not null,
  changed_at timestamptz not null,
  changed_by text,
  constraint support_settings_days_are_few check (answer_days between 1 and 10)
);

-- Answers that the office gives often, in both languages.
create table ticket_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  pt text not null,
  en text not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  constraint ticket_templates_have_a_name check (name ~ '\S')
);
create unique index ticket_templates_one_of_a_name on ticket_templates (lower(name)) where retired_at is null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on tickets, ticket_messages, ticket_files to volante_app;
    grant update (state, assigned_to, answer_by, closed_at, closed_side, driver_read, office_read) on tickets to volante_app;
    grant update (words, answered_at) on ticket_messages to volante_app;
    grant select, insert, update on support_settings, ticket_templates to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
