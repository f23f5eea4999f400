-- Each answer to the question about measuring, under a random id that is only in the visitor's own browser.
create table consents (
  id uuid not null,
  at timestamptz not null,
  version smallint not null,
  analytics boolean not null,
  advertising boolean not null,
  language text not null,
  primary key (id, at)
);
create index consents_by_time on consents (at);

-- How fast pages were for those who visit them: counts by day and step of the scale, nothing of a single visit.
create table vitals (
  day date not null,
  path text not null,
  language text not null,
  device text not null,
  vital text not null,
  step integer not null,
  count integer not null default 1,
  primary key (day, path, language, device, vital, step),
  constraint vitals_device_is_known check (device in ('phone', 'desktop')),
  constraint vitals_vital_is_known check (vital in ('lcp', 'inp', 'cls', 'ttfb'))
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, delete on consents to volante_app;
    grant select, insert, update, delete on vitals to volante_app;
  end if;
end $$;
