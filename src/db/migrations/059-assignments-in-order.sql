-- Of two cars given to a driver at the same moment the one that was given first counts, on every machine alike. Assignments
-- of before are numbered as they were written.
alter table assignments add column ordinal bigint generated always as identity;
