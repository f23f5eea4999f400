-- The rows that count, by the names their lines bear and the moment: who asks which rows nobody has asks once for each name,
-- and of a car only for the time in which nobody had it. All names of a row are one value here, of one size however long
-- the names are; `imports/queries.server.ts` asks in these very words.
create index import_rows_by_name on import_rows (source, (md5(keys #>> '{}')::uuid), at)
  where state = 'live' and kind not in ('reference', 'organisation', 'company-fee', 'company-charging');

-- What was booked of a week, for the figures of the company.
create index journals_by_week on journals (week) where week is not null;
