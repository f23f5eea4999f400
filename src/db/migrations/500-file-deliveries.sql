-- By what way files come by themselves: a key for a program that sends them, or a folder of this machine (docs/decisions/240).
create table delivery_ways (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- What the office calls it; a folder has no other name than its own.
  name text not null,
  -- What is kept of a key, which opens nothing, and how it ends, by which people tell it from another.
  key_hash bytea unique,
  key_ends text,
  -- What raises no question goes in at once; a week is never closed by it.
  takes_in boolean not null default false,
  made_at timestamptz not null,
  made_by text,
  ended_at timestamptz,
  constraint delivery_ways_kind_is_known check (kind in ('key', 'folder')),
  constraint delivery_ways_key_is_whole check ((kind = 'key') = (key_hash is not null) and (key_hash is null) = (key_ends is null))
);
create unique index delivery_ways_one_folder on delivery_ways (kind) where kind = 'folder';

-- What came by each way, and what became of it.
create table file_deliveries (
  id bigint generated always as identity primary key,
  way_id uuid not null references delivery_ways (id),
  at timestamptz not null,
  files integer not null,
  -- Nobody's any more once the drop was forgotten.
  drop_id uuid references drops (id) on delete set null,
  -- waiting: somebody looks at it · taken-in: it went in by itself · refused: nothing was kept.
  outcome text not null,
  -- Why it was refused, or why somebody has to look.
  reason text,
  constraint file_deliveries_outcome_is_known check (outcome in ('waiting', 'taken-in', 'refused'))
);
create index file_deliveries_of_way on file_deliveries (way_id, at desc);
create unique index file_deliveries_of_drop on file_deliveries (drop_id);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on delivery_ways, file_deliveries to volante_app;
  end if;
end $$;
