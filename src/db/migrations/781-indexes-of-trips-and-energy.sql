-- Trips of a report and movements of energy are looked for by themselves: of a week they are one row in six.
create index import_rows_trips on import_rows (at) where state = 'live' and source = 'uber' and report = 'trip_activity';
create index import_rows_energy on import_rows (week) where state = 'live' and kind in ('fuel', 'charging', 'company-charging');
