-- Statements that were voided are few among all there are: each look at the overview asks which of them have no new version.
create index settlements_voided on settlements (week, driver_id) where state = 'void';

-- IBANs that wait for a second person, for who asks of everybody: a view is planned anew in each statement that names it, which takes longer than
-- to look; what a function asks is planned once for each connection.
create function unchecked_iban_ids() returns setof bigint language plpgsql stable rows 10 set search_path = public, pg_temp as $$
begin
  return query select id from unchecked_ibans;
end $$;
