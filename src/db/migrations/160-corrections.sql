-- What a driver finds wrong in the own record, and what the office answers. The words may hold a number of the driver's:
-- they are sealed.
create table corrections (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid not null references drivers on delete restrict,
  field text not null,
  words bytea not null,
  asked_at timestamptz not null,
  state text not null default 'open',
  answer text not null default '',
  answered_at timestamptz,
  answered_by text,
  constraint corrections_field_is_known check (field in ('name', 'email', 'phone', 'nif', 'iban', 'startedOn', 'car',
    'platforms', 'terms', 'other')),
  constraint corrections_words_are_sealed check (get_byte(words, 0) = 1),
  constraint corrections_state_is_known check (state in ('open', 'done', 'declined', 'withdrawn')),
  constraint corrections_answered_say_when check ((state = 'open') = (answered_at is null)),
  constraint corrections_declined_say_why check (state <> 'declined' or answer ~ '\S')
);
create unique index corrections_one_open_of_each on corrections (driver_id, field) where state = 'open';
create index corrections_by_driver on corrections (driver_id, asked_at desc);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on corrections to volante_app;
    grant update (words, state, answer, answered_at, answered_by) on corrections to volante_app;
  end if;
end $$;
