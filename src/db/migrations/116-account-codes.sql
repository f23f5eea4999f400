-- What the accountant files an account of the books under, where it is not the usual number.
create table account_codes (
  account text primary key,
  code text not null
);

do $$
begin
  if exists (select from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on account_codes to volante_app;
  end if;
end $$;
