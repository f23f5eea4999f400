-- When what the office may set is told: days before or after the day an event is about, or the weekday and hour (Lisbon) of the digest.
create table notice_times (
  event text primary key,
  days smallint[] not null default '{}',
  weekday smallint not null default 1,
  hour smallint not null default 7,
  changed_at timestamptz not null,
  changed_by text,
  constraint notice_times_weekday_is_one check (weekday between 1 and 7),
  constraint notice_times_hour_is_one check (hour between 0 and 23)
);

-- A paper is warned of on the days the office says.
alter table paper_warnings drop constraint paper_warnings_days_are_known;
alter table paper_warnings add constraint paper_warnings_days_are_known check (days = -1 or days between 1 and 120);

-- How often somebody of the office wants the digest; who has no row gets it by week.
create table digest_choices (
  uid text primary key references users on delete cascade,
  rhythm text not null,
  changed_at timestamptz not null,
  constraint digest_choices_rhythm_is_known check (rhythm in ('weekly', 'daily', 'off'))
);

-- The days whose digest is done with: mailed, or nothing there was to say.
create table digests (
  uid text not null references users on delete cascade,
  day date not null,
  needs smallint not null,
  made_at timestamptz not null,
  primary key (uid, day)
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on notice_times, digest_choices to volante_app;
    grant select, insert on digests to volante_app;
  end if;
end $$;
