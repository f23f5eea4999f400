-- A list of cars that was taken in, with what it takes to take it back (docs/decisions/363).
create table car_lists (
  id uuid primary key,
  taken_at timestamptz not null,
  taken_by text,
  -- Of each car: whether the list created it, its version since then, and what its record and its title said before.
  cars jsonb not null,
  -- Papers that the list brought: days and numbers, without a file.
  papers uuid[] not null,
  undone_at timestamptz,
  undone_by text,
  constraint car_lists_have_cars check (jsonb_typeof(cars) = 'array')
);
create index car_lists_by_moment on car_lists (taken_at);

-- A paper that came stays, except those without a file that came with a list of cars which was taken back.
create or replace function only_requests_go() returns trigger language plpgsql as $$
begin
  if old.state <> 'asked' and not public.is_being_erased('papers') and not (
    old.file_sha256 is null and old.vehicle_id is not null
    and exists (select from public.car_lists where undone_at is not null and old.id = any(papers))) then
    raise exception 'A paper that came stays.' using errcode = '55000';
  end if;
  return old;
end $$;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on car_lists to volante_app;
    grant update (undone_at, undone_by) on car_lists to volante_app;
    grant delete on vehicle_titles to volante_app;
  end if;
end $$;
