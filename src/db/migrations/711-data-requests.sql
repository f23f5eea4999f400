-- What people ask about their data (docs/decisions/289): of a driver, or of somebody whose name was written down.
create table data_requests (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  driver_id uuid references drivers (id),
  name text not null default '',
  contact text not null default '',
  kind text not null,
  words text not null default '',
  asked_on date not null,
  -- Two months more, with why; the person was told within the first.
  extended_at timestamptz,
  extended_why text,
  answered_at timestamptz,
  answered_by text,
  outcome text,
  answer text not null default '',
  withdrawn_at timestamptz,
  withdrawn_by text,
  created_at timestamptz not null,
  created_by text,
  constraint data_requests_are_somebodys check (driver_id is not null or name ~ '\S'),
  constraint data_requests_kind_is_known check (kind in ('access', 'rectification', 'erasure', 'restriction', 'objection', 'portability')),
  constraint data_requests_outcome_is_known check (outcome in ('done', 'partly', 'refused')),
  constraint data_requests_answers_say_what check (
    (answered_at is null) = (outcome is null) and (answered_at is null or answer ~ '\S')),
  constraint data_requests_extended_say_why check ((extended_at is null) = (extended_why is null))
);
create index data_requests_of_driver on data_requests (driver_id);

-- What happened to data of people, and what was done about it.
create table data_breaches (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  -- From here seventy-two hours run.
  known_at timestamptz not null,
  happened text not null,
  data text not null,
  people_kinds text not null,
  people_count integer,
  effects text not null default '',
  measures text not null default '',
  authority_told_at timestamptz,
  -- Why the authority was not told, or was told late.
  authority_why text not null default '',
  people_told_at timestamptz,
  people_why text not null default '',
  closed_at timestamptz,
  closed_by text,
  created_at timestamptz not null,
  created_by text,
  version integer not null default 1,
  constraint data_breaches_count_is_one check (people_count >= 0)
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on data_requests, data_breaches to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
insert into erasable (of_table, waits) values ('data_requests', false);
