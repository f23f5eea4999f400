-- What platforms paid is added up by week for the accountant's month: of the rows of a week it is one in six.
create index import_rows_earnings on import_rows (week) where state = 'live' and kind = 'earning';
