-- Whose streets the map draws where no file of them was laid: tiles of a service outside, by its address. One row, or none.
create table map_services (
  single boolean primary key default true check (single),
  address text not null,
  -- As the service said when it was asked.
  zoom_from smallint not null check (zoom_from between 0 and 22),
  zoom_to smallint not null check (zoom_to between zoom_from and 22),
  set_at timestamptz not null,
  set_by text
);

do $$
begin
  if exists (select from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on map_services to volante_app;
  end if;
end $$;
