-- IBANs are sealed by the program, under keys that the database never sees (`sealed-columns.server.ts`). Here they become
-- bytes; a start seals what is still plain before anything is served. Found without being opened by `iban_index`; the end
-- and whether a bank would take it are told without opening as well.

-- The keys that something was ever sealed with: one that is not here is missed at the start, not at the first payment.
create table field_keys (
  id text primary key,
  first_used_at timestamptz not null default now(),
  constraint field_keys_id_is_short check (id ~ '^[0-9a-f]{8}$')
);

drop view unchecked_ibans;
alter table driver_ibans
  alter column iban type bytea using convert_to(iban, 'UTF8'),
  add column iban_index bytea,
  add column iban_ends text,
  add column iban_valid boolean,
  add constraint driver_ibans_are_sealed
    check (get_byte(iban, 0) = 1 and iban_index is not null and iban_ends is not null and iban_valid is not null) not valid;
create index driver_ibans_plain on driver_ibans (id) where iban_index is null;
create index driver_ibans_by_index on driver_ibans (iban_index);

alter table batch_payments
  alter column iban type bytea using convert_to(iban, 'UTF8'),
  add column iban_index bytea,
  add constraint batch_payments_are_sealed check (get_byte(iban, 0) = 1 and iban_index is not null) not valid;
create index batch_payments_plain on batch_payments (batch_id) where iban_index is null;

alter table company
  alter column debtor_iban type bytea using convert_to(debtor_iban, 'UTF8'),
  add constraint company_is_sealed check (debtor_iban is null or get_byte(debtor_iban, 0) = 1) not valid;

-- An account that waits for a second person: sealed apart, the ends stand in what is shown.
alter table second_looks add column iban bytea;
update second_looks set
  iban = convert_to(input ->> 'debtorIban', 'UTF8'),
  input = '{}',
  before = jsonb_build_object('debtorIbanEnds', right(before ->> 'debtorIban', 4)),
  after = jsonb_build_object('debtorIbanEnds', right(after ->> 'debtorIban', 4))
where kind = 'company';
alter table second_looks add constraint second_looks_are_sealed check (iban is null or get_byte(iban, 0) = 1) not valid;

-- What is sealed may be sealed anew, under another key: the same index says that it is the same account.
create or replace function where_money_goes_stays() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  free text[] := tg_argv[0]::text[];
begin
  if was ? 'iban_index' then
    if was -> 'iban_index' = 'null'::jsonb then free := free || '{iban,iban_index,iban_ends,iban_valid}'::text[];
    else free := free || '{iban}'::text[];
    end if;
  end if;
  if to_jsonb(new) - free is distinct from was - free then
    raise exception '% says where money goes and is never changed', tg_table_name;
  end if;
  return new;
end $$;

-- The newest IBAN of each driver that was written under the rule, that nobody else has looked at, and to which no money went.
create view unchecked_ibans as
select i.id, i.driver_id, i.iban, i.iban_ends, i.holder, i.added_by
from company
join driver_ibans i on i.added_at >= company.two_people_since
where i.added_by is not null
  and not exists (select from driver_ibans later where later.driver_id = i.driver_id and later.id > i.id)
  and not exists (select from iban_checks where iban_id = i.id)
  and not exists (
    select from batch_payments
    join settlements on settlements.id = batch_payments.settlement_id
    where settlements.driver_id = i.driver_id and batch_payments.iban_index = i.iban_index
      and batch_payments.state = 'confirmed'
  );

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select on unchecked_ibans, field_keys to volante_app;
  end if;
end $$;
