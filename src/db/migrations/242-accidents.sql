-- What happened to a car on the road (docs/decisions/136): where and when, with whom, what was signed, and how far the insurer is.
-- Who drove is asked of the assignments at that minute. Damage may belong to one, and says who answers for it.
create table accidents (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity unique,
  vehicle_id uuid not null references vehicles on delete restrict,
  driver_id uuid references drivers on delete restrict,
  happened_at timestamptz not null,
  place text not null,
  account text not null default '',
  -- The friendly declaration: signed by both, refused, or none was made.
  amicable text not null,
  injured text not null,
  other_name text not null default '',
  other_plate text not null default '',
  other_insurer text not null default '',
  other_policy text not null default '',
  -- Who came, and the number of what they wrote.
  police text not null default '',
  police_number text not null default '',
  reported_on date,
  claim_number text not null default '',
  form_sha256 text references files,
  form_name text,
  created_at timestamptz not null,
  created_by text,
  constraint accidents_say_where check (place ~ '\S'),
  constraint accidents_declaration_is_known check (amicable in ('signed', 'refused', 'none')),
  constraint accidents_injured_is_known check (injured in ('no', 'yes')),
  constraint accidents_files_have_names check ((form_sha256 is null) = (form_name is null))
);
create index accidents_by_vehicle on accidents (vehicle_id, happened_at desc);

alter table damages
  add column accident_id uuid references accidents on delete restrict,
  -- Who answers for it: whoever drove, somebody else, or nobody, because things wear out.
  add column cause text,
  add constraint damages_cause_is_known check (cause in ('driver', 'third-party', 'wear'));

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on accidents to volante_app;
    grant update (accident_id, cause) on damages to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
