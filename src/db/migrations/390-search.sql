-- A text as people look for words in it: without case and accents. `schema.ts` of the search does the same to what is typed.
create function folded(words text) returns text language sql immutable parallel safe
as $$ select lower(regexp_replace(normalize(words, NFD), '[\u0300-\u036F\u2060]', '', 'g')) $$;

-- What there is so much of that reading all of it would be slow. `pg_trgm` is here since 015.
create index mail_outbox_by_words on mail_outbox using gin (folded(recipient) gin_trgm_ops);
create index bank_movements_by_words on bank_movements using gin (folded(text || ' ' || coalesce(party, '')) gin_trgm_ops);
