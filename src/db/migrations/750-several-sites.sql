-- Sites that serve this installation at this moment, each at its place. `sees` has marks of what all of them must share: nothing can be read from a mark.
create table sites (
  place smallint primary key check (place >= 0),
  id uuid not null,
  started_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  sees jsonb not null
);

-- Workers of the queue by the name under which they hold work: it is theirs as long as they renew this.
create table queue_leases (
  workers text primary key,
  renewed_at timestamptz not null default now()
);

do $$
begin
  if exists (select from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on sites to volante_app;
  end if;
end $$;
