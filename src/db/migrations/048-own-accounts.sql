-- Every name by which a platform knows this operator: companies at Bolt, organisations at Uber (identifiers and names).
alter table company
  add column uber_organisations text[] not null default '{}',
  add column bolt_companies text[] not null default '{}';
update company set uber_organisations = array[uber_organisation::text] where uber_organisation is not null;
alter table company drop column uber_organisation;

-- What made a file look odd, and was answered with "all the same": [{"code": "other-week", "params": {…}}].
alter table imports add column doubts jsonb not null default '[]';

-- The week a person said a file is of, where neither its name nor its content does.
alter table drop_files
  add column week date,
  add constraint drop_files_week_is_a_monday check (extract(isodow from week) = 1);
