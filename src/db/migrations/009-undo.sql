-- Which import made an earlier row stop counting: taking that import back brings the row back.
alter table import_rows add column replaced_by bigint references imports;
create index import_rows_by_replacement on import_rows (replaced_by) where replaced_by is not null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant update (replaced_by) on import_rows to volante_app;
  end if;
end $$;
