-- A month as it was handed to the accountant: what each of its files summed to then (docs/decisions/156). Written once; what
-- should not have been said is withdrawn, and stays.
create table month_deliveries (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  month text not null,
  figures jsonb not null,
  delivered_at timestamptz not null,
  delivered_by text,
  withdrawn_at timestamptz,
  withdrawn_by text,
  constraint month_deliveries_name_their_month check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  constraint month_deliveries_have_figures check (jsonb_typeof(figures) = 'array')
);
create index month_deliveries_newest on month_deliveries (month, ordinal desc) where withdrawn_at is null;

create function month_delivery_is_written_once() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  gone constant text[] := array['withdrawn_at', 'withdrawn_by'];
begin
  if to_jsonb(new) - gone is distinct from to_jsonb(old) - gone or old.withdrawn_at is not null then
    raise exception 'delivery % of a month is written once', old.id;
  end if;
  return new;
end $$;
create trigger month_deliveries_are_written_once before update on month_deliveries
  for each row execute function month_delivery_is_written_once();
create trigger month_deliveries_stay before delete on month_deliveries for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on month_deliveries to volante_app;
    grant update (withdrawn_at, withdrawn_by) on month_deliveries to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
