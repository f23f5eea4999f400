-- The rule of two people: on from a moment, off while null.
alter table company add column two_people_since timestamptz;

-- Somebody else than who wrote it looked at an IBAN.
create table iban_checks (
  iban_id bigint primary key references driver_ibans,
  checked_at timestamptz not null,
  checked_by text not null
);

-- The newest IBAN of each driver that was written under the rule, that nobody else has looked at, and to which no money went.
create view unchecked_ibans as
select i.id, i.driver_id, i.iban, i.holder, i.added_by
from company
join driver_ibans i on i.added_at >= company.two_people_since
where i.added_by is not null
  and not exists (select from driver_ibans later where later.driver_id = i.driver_id and later.id > i.id)
  and not exists (select from iban_checks where iban_id = i.id)
  and not exists (
    select from batch_payments
    join settlements on settlements.id = batch_payments.settlement_id
    where settlements.driver_id = i.driver_id and batch_payments.iban = i.iban and batch_payments.state = 'confirmed'
  );

-- A change that waits for a second person: what was asked for, as the form was read, and what became of it.
create table second_looks (
  id bigint generated always as identity primary key,
  kind text not null,
  input jsonb not null,
  before jsonb not null,
  after jsonb not null,
  asked_at timestamptz not null,
  asked_by text not null,
  decision text,
  reason text,
  decided_at timestamptz,
  decided_by text,
  constraint second_looks_kind check (kind in ('settings', 'company', 'rule-off')),
  constraint second_looks_decision check (decision in ('accepted', 'declined', 'withdrawn')),
  constraint second_looks_decided check ((decision is null) = (decided_at is null)),
  constraint second_looks_need_two check (decision <> 'accepted' or decided_by <> asked_by)
);
create unique index second_looks_one_of_a_kind on second_looks (kind) where decision is null and kind = 'rule-off';

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select on unchecked_ibans to volante_app;
    grant select, insert on iban_checks to volante_app;
    grant select, insert, update (decision, reason, decided_at, decided_by) on second_looks to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
