-- What the operator tells drivers of its offer on the public site. Nothing said: nothing shown. Deposit and kilometres are
-- no columns: they are dated settings, and the offer only says whether they are told.
create table offer (
  single boolean primary key default true check (single),
  tells_deposit text not null default '',
  tells_kilometres text not null default '',
  rent_buys_pt text[] not null default '{}',
  rent_buys_en text[] not null default '{}',
  cars_pt text[] not null default '{}',
  cars_en text[] not null default '{}',
  cities text[] not null default '{}',
  notice_days integer,
  hiring_as text not null default 'contractor',
  hiring_until date,
  -- The day on which it was first said that there is a place, for search engines.
  hiring_since date,
  version integer not null default 1,
  updated_at timestamptz not null,
  constraint offer_tells_or_not check (tells_deposit in ('', 'told') and tells_kilometres in ('', 'told')),
  constraint offer_notice_is_a_count check (notice_days between 1 and 365),
  constraint offer_hiring_is_known check (hiring_as in ('contractor', 'employee')),
  constraint offer_hiring_begins check ((hiring_until is null) = (hiring_since is null))
);

create trigger offer_is_on_the_site after insert or update or delete on offer
  for each statement execute function site_changed();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on offer to volante_app;
  end if;
end $$;
