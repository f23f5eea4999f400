-- Where money goes is written once. An account is added, never changed; of a payment and of its batch only the state moves
-- on. It holds for the site's role by its rights, and by triggers where the site works as the owner of its tables.
create function where_money_goes_stays() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - tg_argv[0]::text[] is distinct from to_jsonb(old) - tg_argv[0]::text[] then
    raise exception '% says where money goes and is never changed', tg_table_name;
  end if;
  return new;
end $$;
create trigger driver_ibans_stay before update on driver_ibans
  for each row execute function where_money_goes_stays('{}');
create trigger payment_batches_stay before update on payment_batches
  for each row execute function where_money_goes_stays('{state,closed_at,closed_by,note}');
create trigger batch_payments_stay before update on batch_payments
  for each row execute function where_money_goes_stays('{state,rejected_reason}');

-- Each batch keeps the end of the log of changes as it was then: a copy of the batch, or of the file it made, outside the
-- database tells of an end that was cut off later.
alter table payment_batches add column audit_seq bigint, add column audit_hash bytea;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    revoke update, delete on driver_ibans from volante_app;
    revoke update on payment_batches, batch_payments from volante_app;
    grant update (state, closed_at, closed_by, note) on payment_batches to volante_app;
    grant update (state, rejected_reason) on batch_payments to volante_app;
  end if;
end $$;
