-- The check of an IBAN that was a mistake is taken back: the IBAN waits for a second person again. Once a bank file was made with it, the
-- check stays, because the file rests on it; a file that was discarded paid nobody.
create function iban_is_in_bank_file(of_iban bigint) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from driver_ibans i
    join settlements s on s.driver_id = i.driver_id
    join batch_payments p on p.settlement_id = s.id and p.iban_index = i.iban_index and p.state <> 'void'
    where i.id = of_iban)
$$;

create function iban_check_goes_unused() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not is_being_erased('iban_checks') and iban_is_in_bank_file(old.iban_id) then
    raise exception 'a bank file rests on the check of IBAN %', old.iban_id;
  end if;
  return old;
end $$;
create trigger iban_checks_go_unused before delete on iban_checks
  for each row execute function iban_check_goes_unused();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant delete on iban_checks to volante_app;
  end if;
end $$;
