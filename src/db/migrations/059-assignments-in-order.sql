-- Of two cars given to a driver at the same moment the one that was given first counts, on every machine alike. Assignments
-- of before are numbered by when they were written, and of one moment by when they begin: never by where they lie on disk.
alter table assignments add column ordinal bigint;
-- A number moves no week.
alter table assignments disable trigger user;
update assignments set ordinal = numbered.ordinal
from (select id, row_number() over (order by created_at, lower(period) nulls first, id) as ordinal from assignments) numbered
where numbered.id = assignments.id;
alter table assignments enable trigger user;
alter table assignments alter column ordinal set not null, alter column ordinal add generated always as identity;
select setval(pg_get_serial_sequence('assignments', 'ordinal'), coalesce(max(ordinal), 0) + 1, false) from assignments;
