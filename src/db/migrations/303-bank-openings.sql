-- What an account of the bank began with, as the books have it (docs/decisions/170); written anew when an earlier statement comes.
create table bank_openings (
  id uuid primary key,
  account_id uuid not null references bank_accounts,
  day date not null,
  amount_cents bigint not null,
  booked_at timestamptz not null,
  booked_by text,
  undone_at timestamptz
);
create unique index bank_openings_one_stands on bank_openings (account_id) where undone_at is null;
create trigger bank_openings_stay before update on bank_openings
  for each row execute function where_money_goes_stays('{undone_at}');
create trigger bank_openings_are_kept before delete on bank_openings for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on bank_openings to volante_app;
    grant update (undone_at) on bank_openings to volante_app;
  end if;
end $$;
