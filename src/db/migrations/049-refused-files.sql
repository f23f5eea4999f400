-- Files that somebody dropped and that could not be read: a question of their week until another one comes or none is needed.
create table refused_files (
  id bigint generated always as identity primary key,
  sha256 text not null,
  name text not null,
  -- As far as content or name tell.
  source text,
  kind text,
  week date,
  code text not null,
  params jsonb not null default '{}',
  -- Where it still lies, to be taught: the drop and the file in it.
  drop_id uuid references drops on delete set null,
  drop_file text not null,
  refused_at timestamptz not null,
  refused_by text,
  -- Somebody said that it is not needed.
  waived_at timestamptz,
  waived_by text,
  constraint refused_files_week_is_a_monday check (extract(isodow from week) = 1),
  constraint refused_files_once_a_week unique nulls not distinct (sha256, week)
);
create index refused_files_by_week on refused_files (week) where waived_at is null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on refused_files to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
