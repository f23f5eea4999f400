-- What a row of a file says never changes, nor the name of the file: only whether the row counts does. So what was read of
-- a row once is not read again (`db/read-once.server.ts`), and the database is asked for nothing but which rows count.
create trigger import_rows_say_what_they_said
  before update of id, import_id, line, source, report, account, kind, key, week, at, amount_cents, label, measures, facts, keys, original
  on import_rows for each row when (
    (new.id, new.import_id, new.line, new.source, new.report, new.account, new.kind, new.key, new.week, new.at, new.amount_cents,
     new.label, new.measures, new.facts, new.keys, new.original)
    is distinct from
    (old.id, old.import_id, old.line, old.source, old.report, old.account, old.kind, old.key, old.week, old.at, old.amount_cents,
     old.label, old.measures, old.facts, old.keys, old.original))
  execute function written_once();
create trigger imports_keep_their_name before update of name on imports
  for each row when (new.name is distinct from old.name) execute function written_once();
create index import_rows_counting on import_rows (week, id) where state = 'live' and kind not in ('reference', 'organisation');
