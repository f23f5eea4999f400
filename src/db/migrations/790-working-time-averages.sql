-- Whose week on average over some months is near or over what is allowed, as the last pass over everybody found it (docs/decisions/318): it reads
-- months of everybody, and no page does that for itself. One row for each who says so; it goes when the average falls.
create table working_time_averages (
  driver_id uuid not null references drivers on delete restrict,
  source text not null,
  -- The last week that counts, by its Sunday, and of how many weeks it is.
  until_on date not null,
  weeks smallint not null,
  seconds integer not null,
  allowed_seconds integer not null,
  is_over boolean not null,
  -- Since when it is told: when it came near, or went from near to over.
  told_at timestamptz not null,
  primary key (driver_id, source),
  constraint working_time_averages_have_a_source check (source in ('record', 'platforms'))
);
insert into erasable (of_table, waits) values ('working_time_averages', false);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on working_time_averages to volante_app;
  end if;
end $$;
