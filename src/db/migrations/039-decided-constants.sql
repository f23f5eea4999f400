-- The pay day and the time to dispute were the company's own, with no past: each is a dated setting now, in force from
-- before the first week that anybody has. How long a changed IBAN waits was in the code.
insert into financial_settings (name, value, valid_from, reason, created_at)
select moved.name, moved.value, '2018-01-01', 'Estava na ficha da empresa', company.updated_at
from company,
  lateral (values ('payDay', to_jsonb(pay_day)), ('disputeHours', to_jsonb(dispute_hours))) moved (name, value);

alter table company drop column pay_day, drop column dispute_hours;
