-- Road fines of the operator's cars: which, whose, until when it must be said who drove, and how far that is
-- (docs/decisions/107). Who drove is asked of the assignments when a fine is written down, and kept: a later correction of
-- them is shown beside it and moves nothing by itself.
create table fines (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity unique,
  -- As the authority writes it, without what stands between its digits.
  number text not null,
  body text not null,
  -- Who fined, where it is not the road safety authority: a council, its parking company.
  authority text not null default '',
  committed_at timestamptz not null,
  place text not null,
  offence text not null default '',
  vehicle_id uuid not null references vehicles on delete restrict,
  notified_on date not null,
  -- What has to be paid, once it is known.
  amount_cents bigint,
  driver_id uuid references drivers on delete restrict,
  -- The driver was told of it: before that nothing is charged.
  informed_at timestamptz,
  state text not null default 'unidentified',
  signed_by text,
  sent_on date,
  sent_way text,
  -- Why nobody has to be named.
  closed_reason text,
  -- The notification as it came, the document that names the driver, and what proves that it was sent.
  notice_sha256 text references files,
  notice_name text,
  document_sha256 text references files,
  document_name text,
  proof_sha256 text references files,
  proof_name text,
  created_at timestamptz not null,
  created_by text,
  constraint fines_number_is_known_once unique (body, number),
  constraint fines_number_is_normal check (number ~ '^[A-Z0-9]{3,30}$' and (body <> 'ansr' or number ~ '^[0-9]{9}$')),
  constraint fines_body_is_known check (body in ('ansr', 'municipal')),
  constraint fines_state_is_known check (state in ('unidentified', 'made', 'signed', 'sent', 'not-applicable')),
  constraint fines_amount_is_one check (amount_cents between 1 and 100000000),
  constraint fines_are_told_to_somebody check (informed_at is null or driver_id is not null),
  constraint fines_name_somebody check (state in ('unidentified', 'not-applicable') or driver_id is not null),
  constraint fines_signed_say_by_whom check (state not in ('signed', 'sent') or signed_by ~ '\S'),
  constraint fines_sent_say_when_and_how check ((state = 'sent') = (sent_on is not null and sent_way is not null)),
  constraint fines_way_is_known check (sent_way in ('portal', 'email', 'post', 'in-person')),
  constraint fines_closed_say_why check ((state = 'not-applicable') = (closed_reason is not null)),
  constraint fines_files_have_names check ((notice_sha256 is null) = (notice_name is null)
    and (document_sha256 is null) = (document_name is null) and (proof_sha256 is null) = (proof_name is null))
);
create index fines_by_driver on fines (driver_id, ordinal desc);
create index fines_by_vehicle on fines (vehicle_id, ordinal desc);
create index fines_open on fines (notified_on) where state not in ('sent', 'not-applicable');

-- What a driver was charged for something that happened to a car: one charge at a time, on a statement or by a plan. It
-- counts as long as the adjustment was not withdrawn and the plan not cancelled: nothing here says so a second time.
create table car_charges (
  id bigint generated always as identity primary key,
  fine_id uuid references fines on delete restrict,
  adjustment_id uuid references adjustments on delete restrict,
  plan_id uuid references plans on delete restrict,
  created_at timestamptz not null,
  created_by text,
  constraint car_charges_are_one_thing check (num_nonnulls(adjustment_id, plan_id) = 1)
);
create index car_charges_by_fine on car_charges (fine_id) where fine_id is not null;
create trigger car_charges_are_written_once before update or delete on car_charges
  for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on fines, car_charges to volante_app;
    grant update (driver_id, amount_cents, informed_at, state, signed_by, sent_on, sent_way, closed_reason, document_sha256,
      document_name, proof_sha256, proof_name) on fines to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
