-- A fine that was written down wrongly is corrected, as long as no document names its driver.
-- An accident has an end: what the insurer leaves to the company, what it paid and when, and how its claim was closed.
alter table accidents
  add column excess_cents bigint,
  add column paid_cents bigint,
  add column paid_on date,
  add column closed_on date,
  add column closing text not null default '',
  add constraint accidents_money_is_an_amount check (excess_cents >= 0 and paid_cents > 0),
  add constraint accidents_money_has_a_day check ((paid_cents is null) = (paid_on is null)),
  add constraint accidents_closing_has_a_day check (closing = '' or closed_on is not null);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant update (number, body, authority, vehicle_id, committed_at, place, offence, notified_on, notice_sha256, notice_name)
      on fines to volante_app;
  end if;
end $$;
