-- The time stamp of a third party on the sealed file of a contract (docs/decisions/310): it comes after the seal, beside the file.
create table contract_stamps (
  contract_id uuid primary key references contracts on delete restrict,
  asked_at timestamptz not null,
  tries integer not null default 0,
  -- Why the last try gave none.
  trouble text,
  -- The token of RFC 3161 over the bytes of the file (DER), its moment and who stamped.
  token bytea,
  stamped_at timestamptz,
  stamped_by text,
  constraint contract_stamps_trouble_is_known
    check (trouble in ('unreachable', 'led-elsewhere', 'too-large', 'refused', 'untrue')),
  constraint contract_stamps_are_whole check (num_nonnulls(token, stamped_at, stamped_by) in (0, 3))
);
create index contract_stamps_waiting on contract_stamps (asked_at) where token is null;

create function keep_stamp() returns trigger language plpgsql as $$
begin
  if old.token is not null then raise exception 'a stamp stays as it came'; end if;
  return new;
end $$;
create trigger contract_stamps_stay before update on contract_stamps for each row execute function keep_stamp();
create function stamps_go_by_erasure() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not is_being_erased('contract_stamps') then raise exception 'a stamp stays as it came'; end if;
  return old;
end $$;
create trigger contract_stamps_are_kept before delete on contract_stamps for each row execute function stamps_go_by_erasure();

insert into erasable (of_table, waits) values ('contract_stamps', true);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on contract_stamps to volante_app;
    grant update (asked_at, tries, trouble, token, stamped_at, stamped_by) on contract_stamps to volante_app;
  end if;
end $$;
