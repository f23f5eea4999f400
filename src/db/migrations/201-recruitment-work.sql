-- What somebody of the office does about an application, until when. It goes with the application.
create table application_tasks (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references applications on delete cascade,
  what text not null,
  due_on date not null,
  -- Whose it is; anybody's where it is nobody's.
  person_uid text,
  created_at timestamptz not null,
  created_by text,
  done_at timestamptz,
  done_by text,
  constraint application_tasks_say_what check (what ~ '\S')
);
create index application_tasks_by_application on application_tasks (application_id, due_on);
create index application_tasks_open on application_tasks (due_on) where done_at is null;

-- Whoever withdraws may say why, and the office too: other causes than those of a refusal.
alter table applications drop constraint applications_cause_is_known;
alter table applications add constraint applications_cause_is_known
  check (cause in ('requirements', 'papers', 'no-place', 'no-answer', 'other-fleet', 'conditions', 'no-time', 'other'));

-- A decision that is taken back is a line of the notes too.
alter table application_notes add column what text not null default 'note';
alter table application_notes add constraint application_notes_what_is_known
  check (what in ('note', 'reopened', 'withdrawn'));

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on application_tasks to volante_app;
  end if;
end $$;
