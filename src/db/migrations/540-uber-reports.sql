-- Uber is asked as Bolt is; what it gives are the very files that somebody fetches by hand (docs/decisions/249).
alter table connections drop constraint connections_provider_is_known;
alter table connections add constraint connections_provider_is_known check (provider in ('uber', 'bolt'));

-- A connection brings files like a key or a folder; it has the name of its platform.
alter table delivery_ways drop constraint delivery_ways_kind_is_known;
alter table delivery_ways add constraint delivery_ways_kind_is_known check (kind in ('key', 'folder', 'connection'));
create unique index delivery_ways_one_connection on delivery_ways (name) where kind = 'connection';

-- Which report of which days a platform was asked for, and what came of it last.
create table platform_reports (
  provider text not null,
  company text not null,
  report text not null,
  from_day date not null,
  -- The last day, counted in.
  until_day date not null,
  -- What the platform calls the one it is making, or has made and nobody has fetched yet.
  waiting_for text,
  asked_at timestamptz not null,
  -- When it came last, and which file that was.
  came_at timestamptz,
  sha256 text,
  primary key (provider, company, report, from_day, until_day)
);

-- What a platform says it sent to the bank on a day; nought where it says that it sent nothing.
create table platform_transfers (
  provider text not null,
  company text not null,
  day date not null,
  amount_cents bigint not null,
  told_at timestamptz not null,
  primary key (provider, company, day)
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on platform_reports, platform_transfers to volante_app;
  end if;
end $$;
