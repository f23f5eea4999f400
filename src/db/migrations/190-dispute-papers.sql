-- A photo or a PDF beside what a driver says of a line, and the one reminder of an answer that is late (docs/decisions/026).
alter table disputes
  add column file_sha256 text references files,
  add column file_name text,
  add constraint disputes_name_their_file check ((file_sha256 is null) = (file_name is null));
create index disputes_by_file on disputes (file_sha256) where file_sha256 is not null;

create or replace function dispute_is_closed_once() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.state <> 'open' or new.state = 'open'
     or row(new.settlement_id, new.ordinal, new.cause, new.words, new.opened_at, new.file_sha256, new.file_name)
        is distinct from row(old.settlement_id, old.ordinal, old.cause, old.words, old.opened_at, old.file_sha256, old.file_name) then
    raise exception 'dispute % is written', old.id;
  end if;
  return new;
end $$;

create table dispute_reminders (
  dispute_id uuid primary key references disputes,
  reminded_at timestamptz not null
);
create trigger dispute_reminders_are_written_once before update or delete on dispute_reminders
  for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on dispute_reminders to volante_app;
  end if;
end $$;
