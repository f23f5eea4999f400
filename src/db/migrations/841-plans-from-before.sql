-- What a driver owed, or had left as a deposit, before the books began here: it comes from the opening balance, not from the
-- bank or the current account. A deposit may be whole already.
alter table plans
  add column is_before boolean not null default false,
  drop constraint plans_divide_what_is_not_paid_at_once,
  add constraint plans_divide_what_is_not_paid_at_once check (
    down_cents >= 0 and (total_cents - down_cents >= count or is_before and kind = 'deposit' and down_cents = total_cents));
