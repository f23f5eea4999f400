-- The first payments of a record may wait: platform names that were another driver's came to it (`rulings.md` J.8).
alter table drivers add column held_until timestamptz;

-- A driver's name on a platform that the office took away: whoever receives it next is asked about.
create table released_keys (
  source text not null,
  kind text not null,
  value text not null,
  driver_id uuid not null references drivers on delete cascade,
  released_at timestamptz not null,
  primary key (source, kind, value, driver_id)
);

-- What only the operator knows of its desk: when somebody answers, and what a call costs where the number misleads.
alter table brand
  add column hours_pt text,
  add column hours_en text,
  add column call_kind text,
  add constraint brand_call_kind_is_known check (call_kind in ('fixed', 'mobile', 'free', 'abroad'));

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on released_keys to volante_app;
  end if;
end $$;
