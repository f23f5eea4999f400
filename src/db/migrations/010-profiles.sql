-- Lists the operator taught: the headings by which a file of theirs is known, and since when they are no longer read so.
create table profiles (
  id uuid primary key default gen_random_uuid(),
  headings text[] not null,
  -- The headings by their keys, joined: what a file's are compared with.
  fingerprint text not null,
  created_at timestamptz not null,
  created_by text,
  retired_at timestamptz,
  retired_by text,
  constraint profiles_have_headings check (cardinality(headings) >= 2)
);
-- The same headings are read in one way at a time.
create unique index profiles_read_headings_once on profiles (md5(fingerprint)) where retired_at is null;

-- Which column is what, and how figures and dates are written: a change is a new version, what was imported keeps its own.
create table profile_versions (
  id bigint generated always as identity primary key,
  profile_id uuid not null references profiles,
  version integer not null,
  -- What the operator calls the source.
  source text not null,
  mapping jsonb not null,
  -- The file it was taught on.
  sample_sha256 text not null references files,
  sample_name text not null,
  created_at timestamptz not null,
  created_by text,
  constraint profile_versions_count_up unique (profile_id, version)
);
create trigger profile_versions_are_written_once before update or delete on profile_versions for each row execute function written_once();
create trigger profile_versions_are_not_emptied before truncate on profile_versions for each statement execute function written_once();

alter table imports add column profile_version bigint references profile_versions;
create index imports_by_profile_version on imports (profile_version) where profile_version is not null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on profiles to volante_app;
    grant select, insert on profile_versions to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
