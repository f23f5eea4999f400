-- How the operator shows itself. Nothing said: the company's own data, then the words of the catalogues.
create table brand (
  single boolean primary key default true check (single),
  name text,
  legal_name text,
  tax_number text,
  licence_number text,
  phone text,
  email text,
  address text,
  facebook text,
  instagram text,
  linkedin text,
  tagline_pt text,
  tagline_en text,
  description_pt text,
  description_en text,
  colour text,
  logo_sha256 text references files,
  version integer not null default 1,
  updated_at timestamptz not null,
  constraint brand_colour_is_hexadecimal check (colour ~ '^#[0-9a-f]{6}$')
);

-- Public pages are kept in the memory of each process: every process hears when what they show has changed.
create function site_changed() returns trigger language plpgsql as $$
begin
  notify site_changed;
  return null;
end $$;
create trigger brand_is_on_the_site after insert or update or delete on brand
  for each statement execute function site_changed();
create trigger company_is_on_the_site after insert or update or delete on company
  for each statement execute function site_changed();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on brand to volante_app;
  end if;
end $$;
