-- Tax, input VAT and what is given up have accounts of their own (docs/decisions/043); what was posted before stays where it is.
insert into ledger_accounts (code) values ('vat:receipts'), ('tax:withheld'), ('costs:written-off');

-- What waited in `suspense` and was put where it belongs: the why and the paper of a journal of the company's own.
create table reclassifications (
  id uuid primary key default gen_random_uuid(),
  account text not null,
  -- As it stood in `suspense`: + a credit, − a debit.
  amount_cents bigint not null,
  reason text not null,
  file_sha256 text references files,
  file_name text,
  created_at timestamptz not null,
  created_by text,
  constraint reclassifications_go_elsewhere check (account <> 'suspense'),
  constraint reclassifications_move_something check (amount_cents <> 0 and abs(amount_cents) <= 100000000000),
  constraint reclassifications_have_a_reason check (reason ~ '\S'),
  constraint reclassifications_files_have_names check ((file_sha256 is null) = (file_name is null))
);
create trigger reclassifications_are_written_once before update or delete on reclassifications
  for each row execute function written_once();

-- The journal of some days, in the order it is read.
create index journals_by_day on journals (effective_on, id);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on reclassifications to volante_app;
  end if;
end $$;
