-- What the search finds a row by, without case and accents: it is looked up where it was folded and read row by row at each search.
create index adjustments_by_words on adjustments using gin (folded(reason) gin_trgm_ops);
create index papers_by_words on papers using gin (folded(file_name) gin_trgm_ops);
create index green_receipts_by_words on green_receipts using gin (folded(file_name) gin_trgm_ops);
create index maintenance_jobs_by_words on maintenance_jobs using gin (folded(what || ' ' || workshop) gin_trgm_ops);
