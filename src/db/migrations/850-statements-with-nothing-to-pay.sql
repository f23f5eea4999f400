-- Income tax is withheld on the day of a payment. A statement that leaves nothing to pay counts on the day of its approval: the
-- month asks for these statements by that day.
create index settlements_nothing_to_pay on settlements (approved_at) where payable_cents <= 0 and approved_at is not null;
