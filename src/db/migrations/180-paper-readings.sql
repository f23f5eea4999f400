-- Who read a paper that the operator published to its drivers, and when. Another paper in its place is read anew.
create table paper_readings (
  paper_id uuid not null references papers on delete restrict,
  driver_id uuid not null references drivers on delete restrict,
  read_at timestamptz not null,
  primary key (paper_id, driver_id)
);
create index paper_readings_by_driver on paper_readings (driver_id);
create index papers_published on papers (published_at) where published_at is not null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on paper_readings to volante_app;
  end if;
end $$;
