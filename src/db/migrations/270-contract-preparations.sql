-- A contract that waits to be written (docs/decisions/150): which one, for whom, and what was typed for it while something else that
-- its text asks for was not known yet. It goes once the contract is drafted, or when somebody of the office drops it.
create table contract_preparations (
  driver_id uuid not null references drivers on delete cascade,
  kind text not null,
  language text not null,
  starts_on date not null,
  -- As JSON by the names of the text's fields: an address, numbers of documents.
  typed bytea not null,
  prepared_at timestamptz not null,
  primary key (driver_id, kind),
  constraint contract_preparations_typed_is_sealed check (get_byte(typed, 0) = 1)
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on contract_preparations to volante_app;
  end if;
end $$;
