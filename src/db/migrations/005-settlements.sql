-- A driver-week as it was issued. A draft has no row: it is computed. Lines never change once written.
create table settlements (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid not null references drivers on delete restrict,
  week date not null,
  version integer not null,
  state text not null,
  net_cents bigint not null,
  payable_cents bigint not null,
  carried_over_cents bigint not null,
  earnings_cents bigint not null,
  costs_cents bigint not null,
  adjustments_cents bigint not null,
  receipt_value_cents bigint not null,
  -- What each source brought, as it was when the statement was issued.
  sources jsonb not null,
  -- The terms as they were, so that an old statement explains itself.
  terms jsonb not null,
  terms_from date not null,
  issued_at timestamptz not null,
  issued_by text,
  approved_at timestamptz,
  approved_by text,
  paid_at timestamptz,
  paid_by text,
  payment_note text,
  voided_at timestamptz,
  voided_by text,
  void_reason text,
  constraint settlements_week_is_a_monday check (extract(isodow from week) = 1),
  constraint settlements_state_is_known check (state in ('issued', 'approved', 'in-batch', 'paid', 'void')),
  constraint settlements_versions_are_counted unique (driver_id, week, version),
  constraint settlements_pay_is_the_net check (payable_cents = greatest(net_cents, 0) and carried_over_cents = least(net_cents, 0)),
  constraint settlements_groups_sum check (earnings_cents + costs_cents + adjustments_cents = net_cents)
);
create unique index settlements_one_live on settlements (driver_id, week) where state <> 'void';
create index settlements_by_week on settlements (week);

create table settlement_lines (
  settlement_id uuid not null references settlements on delete restrict,
  ordinal smallint not null,
  line_group text not null,
  code text not null,
  amount_cents bigint not null,
  base_cents bigint,
  rate_basis_points integer,
  steps jsonb not null,
  primary key (settlement_id, ordinal),
  constraint settlement_lines_group_is_known check (line_group in ('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'))
);

create table settlement_line_rows (
  settlement_id uuid not null,
  ordinal smallint not null,
  import_row_id bigint not null references import_rows,
  primary key (settlement_id, ordinal, import_row_id),
  foreign key (settlement_id, ordinal) references settlement_lines on delete restrict
);
create index settlement_line_rows_by_row on settlement_line_rows (import_row_id);

create trigger settlement_lines_are_written_once before update or delete on settlement_lines
  for each row execute function written_once();
create trigger settlement_line_rows_are_written_once before update or delete on settlement_line_rows
  for each row execute function written_once();

-- Paid never changes, amounts never change, and no state goes backwards (rulings: the life of a settlement).
create function settlement_moves_forward() returns trigger language plpgsql as $$
begin
  if row(new.driver_id, new.week, new.version, new.net_cents, new.payable_cents, new.carried_over_cents, new.earnings_cents,
         new.costs_cents, new.adjustments_cents, new.receipt_value_cents, new.sources, new.terms, new.terms_from, new.issued_at)
     is distinct from
     row(old.driver_id, old.week, old.version, old.net_cents, old.payable_cents, old.carried_over_cents, old.earnings_cents,
         old.costs_cents, old.adjustments_cents, old.receipt_value_cents, old.sources, old.terms, old.terms_from, old.issued_at) then
    raise exception 'settlement % is frozen', old.id;
  end if;
  if old.state = new.state and old.state not in ('paid', 'void') then return new; end if;
  if (old.state, new.state) in (('issued', 'approved'), ('issued', 'void'), ('approved', 'void'), ('approved', 'in-batch'),
      ('approved', 'paid'), ('in-batch', 'approved'), ('in-batch', 'paid')) then return new; end if;
  raise exception 'settlement % cannot go from % to %', old.id, old.state, new.state;
end $$;
create trigger settlements_move_forward before update on settlements for each row execute function settlement_moves_forward();
create function settlement_stays() returns trigger language plpgsql as $$
begin
  raise exception 'settlement % stays: it is voided, not deleted', old.id;
end $$;
create trigger settlements_stay before delete on settlements for each row execute function settlement_stays();

-- The paper of a paid statement, as it was first drawn: the same bytes for ever.
create table payslip_files (
  settlement_id uuid primary key references settlements on delete restrict,
  sha256 text not null references files
);
create trigger payslip_files_are_written_once before update or delete on payslip_files
  for each row execute function written_once();

-- One bank file. Its bytes are kept by hash; what the bank is told is what was approved.
create table payment_batches (
  id bigint generated always as identity primary key,
  week date not null,
  state text not null,
  format text not null,
  message_id text not null,
  execution_on date not null,
  payments integer not null,
  control_sum_cents bigint not null,
  sha256 text references files,
  created_at timestamptz not null,
  created_by text,
  closed_at timestamptz,
  closed_by text,
  note text not null default '',
  constraint payment_batches_message_is_unique unique (message_id),
  constraint payment_batches_state_is_known check (state in ('draft', 'exported', 'confirmed', 'partly-rejected', 'void'))
);

create table batch_payments (
  batch_id bigint not null references payment_batches on delete restrict,
  settlement_id uuid not null references settlements on delete restrict,
  end_to_end_id text not null,
  amount_cents bigint not null,
  iban text not null,
  holder text not null,
  state text not null default 'sent',
  rejected_reason text,
  primary key (batch_id, settlement_id),
  constraint batch_payments_are_payments check (amount_cents > 0),
  constraint batch_payments_state_is_known check (state in ('sent', 'confirmed', 'rejected', 'void'))
);
create unique index batch_payments_one_live on batch_payments (settlement_id) where state in ('sent', 'confirmed');
