-- A payment that the bank refused knows the file that said so: that file can be taken back (docs/decisions/362).
alter table batch_payments add column refused_in uuid references bank_files;
create index batch_payments_by_refusal on batch_payments (refused_in) where refused_in is not null;
drop trigger batch_payments_stay on batch_payments;
create trigger batch_payments_stay before update on batch_payments
  for each row execute function where_money_goes_stays('{state,rejected_reason,refused_in}');

-- Until now a file did not leave its name: the first one that refuses a payment is the one that was processed.
update batch_payments p set refused_in = said.id
from (
  select distinct on (own.batch_id, own.settlement_id) own.batch_id, own.settlement_id, f.id
  from batch_payments own join payment_batches b on b.id = own.batch_id
    join bank_files f on f.kind = 'answer' and f.undone_at is null and f.answer ->> 'originalMessageId' = b.message_id
  where own.state = 'rejected' and (
    exists (select from jsonb_array_elements(f.answer -> 'payments') one
      where one ->> 'status' = 'RJCT' and one ->> 'endToEndId' = own.end_to_end_id)
    or (f.answer ->> 'status' = 'RJCT' and jsonb_array_length(f.answer -> 'payments') = 0))
  order by own.batch_id, own.settlement_id, f.imported_at, f.id) said
where p.batch_id = said.batch_id and p.settlement_id = said.settlement_id;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant update (refused_in) on batch_payments to volante_app;
  end if;
end $$;
