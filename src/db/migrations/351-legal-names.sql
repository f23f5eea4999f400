-- The name on somebody's papers, where it is another than the one they are known by: banks compare it, contracts are made in it.
alter table drivers add column legal_name text;
