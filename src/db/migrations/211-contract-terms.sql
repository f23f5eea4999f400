-- What of a driver's terms a contract was written with (docs/decisions/131); `null` where its text names none of them.
-- It is written with the text, and stays as that does: nobody may update it.
alter table contracts add column terms jsonb;
