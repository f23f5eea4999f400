-- The names of a record that was put away, to be given back with it; who has one of them by then keeps it.
create table removed_keys (
  driver_id uuid not null references drivers on delete cascade,
  source text not null,
  kind text not null,
  value text not null,
  primary key (driver_id, source, kind, value)
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, delete on removed_keys to volante_app;
  end if;
end $$;
