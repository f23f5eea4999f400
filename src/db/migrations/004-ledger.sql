-- Double entry, append only. Amounts are signed cents; a journal sums to zero. The stored balance of an account is
-- touched by the trigger alone, and every entry keeps the version and balance it led to.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  code text not null,
  driver_id uuid references drivers on delete restrict,
  balance_cents bigint not null default 0,
  version bigint not null default 0,
  constraint ledger_accounts_once unique nulls not distinct (code, driver_id),
  constraint ledger_accounts_driver_codes check ((driver_id is not null) = (code in ('current', 'deposit', 'plan')))
);

create table journals (
  id bigint generated always as identity primary key,
  -- The same key posts once.
  key text not null,
  kind text not null,
  week date,
  driver_id uuid references drivers on delete restrict,
  effective_on date not null,
  created_at timestamptz not null default now(),
  created_by text,
  reverses bigint references journals,
  constraint journals_post_once unique (key),
  constraint journals_are_reversed_once unique (reverses)
);

create table entries (
  journal_id bigint not null references journals,
  line smallint not null,
  account_id bigint not null references ledger_accounts,
  amount_cents bigint not null,
  account_version bigint not null,
  balance_after_cents bigint not null,
  primary key (journal_id, line),
  constraint entries_chain unique (account_id, account_version),
  constraint entries_move_something check (amount_cents <> 0 and abs(amount_cents) <= 100000000000)
);
create index entries_by_account on entries (account_id, journal_id);

create function entry_moves_account() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if (select xmin from journals where id = new.journal_id) is distinct from pg_current_xact_id()::xid then
    raise exception 'journal % is sealed', new.journal_id;
  end if;
  update ledger_accounts set balance_cents = balance_cents + new.amount_cents, version = version + 1
    where id = new.account_id returning version, balance_cents into new.account_version, new.balance_after_cents;
  return new;
end $$;
create trigger entries_move_account before insert on entries for each row execute function entry_moves_account();

create function journal_balances() returns trigger language plpgsql as $$
declare total bigint; lines integer;
begin
  select coalesce(sum(amount_cents), 0), count(*) into total, lines from entries where journal_id = new.id;
  if total <> 0 or lines < 2 then
    raise exception 'journal % does not balance: % cents over % lines', new.id, total, lines;
  end if;
  return null;
end $$;
create constraint trigger journals_balance after insert on journals deferrable initially deferred
  for each row execute function journal_balances();

create function written_once() returns trigger language plpgsql as $$
begin
  raise exception '% is written once and never changed', tg_table_name;
end $$;
create trigger journals_are_written_once before update or delete on journals for each row execute function written_once();
create trigger journals_are_not_emptied before truncate on journals for each statement execute function written_once();
create trigger entries_are_written_once before update or delete on entries for each row execute function written_once();
create trigger entries_are_not_emptied before truncate on entries for each statement execute function written_once();

insert into ledger_accounts (code) values
  ('platform:uber'), ('platform:bolt'), ('vat:trips'), ('income:fee'), ('income:rent'),
  ('recovered:fuel'), ('recovered:tolls'), ('recovered:other'), ('prizes'), ('bank'), ('suspense');
