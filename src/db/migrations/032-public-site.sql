-- The simulator and the example of the public pages count with the operator's constants: every process hears of a change.
create trigger financial_settings_are_on_the_site after insert or update or delete on financial_settings
  for each statement execute function site_changed();

-- Why an application was refused, in one word of the office; the sentence that was mailed stays beside it.
alter table applications add column cause text;
alter table applications add constraint applications_cause_is_known
  check (cause in ('requirements', 'papers', 'no-place', 'no-answer', 'other'));

-- What became of applications that were forgotten since: numbers, and nothing of anybody.
create table application_tallies (
  month date not null,
  is_referred boolean not null,
  state text not null,
  cause text not null,
  count integer not null,
  primary key (month, is_referred, state, cause)
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on application_tallies to volante_app;
  end if;
end $$;
