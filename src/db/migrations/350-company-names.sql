-- Each fact of the company stands once. Its public face had a name, numbers and contacts of its own: what the record lacks comes
-- from there, and where both said something the record counts, as it did on papers and at the bank.
alter table company
  add column phone text,
  add column email text,
  add column address text,
  add column hours_pt text,
  add column hours_en text,
  add column call_kind text,
  add constraint company_call_kind_is_known check (call_kind in ('fixed', 'mobile', 'free', 'abroad'));

insert into company (name, updated_at)
  select coalesce(legal_name, ''), updated_at from brand
  where not exists (select from company)
    and coalesce(legal_name, tax_number, licence_number, phone, email, address, hours_pt, hours_en, call_kind) is not null;

update company set
  name = coalesce(nullif(company.name, ''), brand.legal_name, ''),
  nipc = coalesce(company.nipc, brand.tax_number),
  licence_number = coalesce(company.licence_number, brand.licence_number),
  phone = brand.phone,
  email = brand.email,
  address = brand.address,
  hours_pt = brand.hours_pt,
  hours_en = brand.hours_en,
  call_kind = brand.call_kind
from brand;

alter table brand
  drop column legal_name,
  drop column tax_number,
  drop column licence_number,
  drop column phone,
  drop column email,
  drop column address,
  drop column hours_pt,
  drop column hours_en,
  drop column call_kind;
