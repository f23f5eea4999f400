-- A row of a file that repeats another row of the same file in every business column is kept and shown, and does not count.
alter table import_rows add column repeats_line integer;
alter table import_rows drop constraint import_rows_state_is_known;
-- live: counts · repeated: the same movement is live from another file · duplicate: repeats the line `repeats_line` of its
-- own file · replaced: a newer version of the report came · undone: its import was taken back.
alter table import_rows add constraint import_rows_state_is_known
  check (state in ('live', 'repeated', 'duplicate', 'replaced', 'undone'));
alter table import_rows add constraint import_rows_duplicates_say_of_what
  check (state <> 'duplicate' or repeats_line is not null);
create index import_rows_duplicates on import_rows (week) where state = 'duplicate';
