-- Money that leaves outside the bank file of a week waits for a second person too: an advance that is granted, a deposit that is
-- given back, and the final account of who leaves. Of one thing there is one that waits.
alter table second_looks
  drop constraint second_looks_kind,
  add constraint second_looks_kind
    check (kind in ('settings', 'company', 'rule-off', 'advance', 'advance-request', 'deposit', 'final')),
  add column subject text;
create unique index second_looks_one_of_a_subject on second_looks (kind, subject) where decision is null and subject is not null;
