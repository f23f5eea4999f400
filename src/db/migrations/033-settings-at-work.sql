-- What the financial settings speak of and had no place yet: what is paid of a plan at once, the charge on the instalments
-- of an advance, readings of the odometer, and the driver's receipt that a payment may wait for.

alter table plans
  add column down_cents bigint not null default 0,
  add column interest_basis_points integer not null default 0,
  add constraint plans_divide_what_is_not_paid_at_once check (down_cents >= 0 and total_cents - down_cents >= count),
  add constraint plans_interest_is_a_rate check (interest_basis_points between 0 and 10000),
  -- Everything else is no credit: a deposit is the driver's own, the others were borne by the operator.
  add constraint plans_interest_is_for_advances check (interest_basis_points = 0 or kind = 'advance');
insert into ledger_accounts (code) values ('income:interest');

-- What the odometer of a car said at a moment. Written once; a wrong one is withdrawn with its reason and stays.
create table odometer_readings (
  id bigint generated always as identity primary key,
  vehicle_id uuid not null references vehicles on delete restrict,
  read_at timestamptz not null,
  kilometres integer not null,
  -- Why it says less than one before it.
  reason text not null default '',
  file_sha256 text references files,
  file_name text,
  created_at timestamptz not null,
  created_by text,
  withdrawn_at timestamptz,
  withdrawn_by text,
  withdraw_reason text,
  constraint odometer_readings_are_possible check (kilometres between 0 and 2000000),
  constraint odometer_photos_have_names check ((file_sha256 is null) = (file_name is null)),
  constraint odometer_withdrawals_say_why check ((withdrawn_at is null) = (withdraw_reason is null))
);
create unique index odometer_readings_once on odometer_readings (vehicle_id, read_at) where withdrawn_at is null;

-- The office's word on the receipt of a statement: it came, or the payment goes without it. Gone when taken back.
create table receipts (
  settlement_id uuid primary key references settlements on delete restrict,
  answer text not null,
  -- The number of the receipt, or why it is not waited for.
  note text not null default '',
  answered_at timestamptz not null,
  answered_by text,
  constraint receipts_answer_is_known check (answer in ('received', 'waived')),
  constraint receipts_waived_say_why check (answer <> 'waived' or note ~ '\S')
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on odometer_readings to volante_app;
    grant update (withdrawn_at, withdrawn_by, withdraw_reason) on odometer_readings to volante_app;
    grant select, insert, delete on receipts to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
