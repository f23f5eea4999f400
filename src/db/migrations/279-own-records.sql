-- All records of one person, the one that stands first: what is theirs is found by these, not by asking of each row whose it is.
-- None of a record that was merged into another.
create function own_records(driver uuid) returns setof uuid language sql stable set search_path = public, pg_temp as $$
  with recursive own (id) as (
    select id from drivers where id = driver and merged_into is null
    union select d.id from drivers d join own on d.merged_into = own.id)
  select id from own
$$;
