-- A file that long work made, to be fetched for some days; afterwards it is forgotten, with its bytes.
create table run_files (
  run_id uuid primary key references runs,
  name text not null,
  sha256 text not null references files,
  made_at timestamptz not null
);
create index run_files_oldest on run_files (made_at);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, delete on run_files to volante_app;
  end if;
end $$;
