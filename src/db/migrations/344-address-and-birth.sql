-- Where a driver lives and when a driver was born: contracts, fines and insurers ask for both, and were answered by hand each time.
alter table drivers add column address text, add column born_on date;
