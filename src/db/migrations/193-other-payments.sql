-- A statement that was paid outside a bank file: how, when, by whom, with its proof; and taken back, with why.
create table other_payments (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity unique,
  settlement_id uuid not null references settlements on delete restrict,
  amount_cents bigint not null,
  means text not null,
  paid_on date not null,
  note text not null,
  file_sha256 text references files,
  file_name text,
  written_at timestamptz not null,
  written_by text,
  undone_at timestamptz,
  undone_by text,
  undo_reason text,
  constraint other_payments_means_are_known check (means in ('cash', 'mb-way', 'transfer', 'other')),
  constraint other_payments_pay_something check (amount_cents > 0),
  constraint other_payments_name_their_file check ((file_sha256 is null) = (file_name is null)),
  constraint other_payments_undone_say_why check ((undone_at is null) = (undo_reason is null) and (undo_reason is null or undo_reason ~ '\S'))
);
create index other_payments_by_settlement on other_payments (settlement_id);
create index other_payments_by_file on other_payments (file_sha256) where file_sha256 is not null;

create function other_payment_is_undone_once() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare open constant text[] := array['undone_at', 'undone_by', 'undo_reason'];
begin
  if to_jsonb(new) - open is distinct from to_jsonb(old) - open or old.undone_at is not null or new.undone_at is null then
    raise exception 'payment % is written once', old.id;
  end if;
  return new;
end $$;
create trigger other_payments_are_undone_once before update on other_payments
  for each row execute function other_payment_is_undone_once();
create trigger other_payments_stay before delete on other_payments for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on other_payments to volante_app;
    grant update (undone_at, undone_by, undo_reason) on other_payments to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
