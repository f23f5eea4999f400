-- What is given up is proposed as 683 (a debt that cannot be collected) and no longer as 6511 (impairment), docs/decisions/043.
-- Where a month with such an entry was handed to the accountant, the number it went under stays until somebody changes it.
insert into account_codes (account, code)
select 'costs:written-off', '6511'
where exists (
  select from month_deliveries delivered
  join journals on to_char(journals.effective_on, 'YYYY-MM') = delivered.month
  join entries on entries.journal_id = journals.id
  join ledger_accounts on ledger_accounts.id = entries.account_id
  where delivered.withdrawn_at is null and ledger_accounts.code = 'costs:written-off')
on conflict (account) do nothing;
-- A number of one's own that is the proposal now is none any more.
delete from account_codes where account = 'costs:written-off' and code = '683';
