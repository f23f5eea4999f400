-- What somebody asks of a list again and again, under a name of their own: `query` is the address behind `place`.
create table saved_views (
  id bigint generated always as identity primary key,
  uid text not null references users on delete cascade,
  place text not null,
  query text not null,
  name text not null,
  constraint saved_views_have_one_name unique (uid, place, name)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on saved_views to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
