-- Who of the office sent a contract, made a link to it or sealed it: the account by the address it had then (docs/decisions/104).
alter table contract_events add column account text;
