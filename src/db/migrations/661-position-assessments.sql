-- What the operator answered for when positions were recorded (docs/decisions/281): the impact assessment and the entry in the register of
-- processing, made from the rules as they were on that day. A version is never changed.
create table position_assessments (
  version smallint primary key,
  made_at timestamptz not null,
  made_by text,
  facts jsonb not null,
  constraint position_assessments_count_up check (version > 0)
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on position_assessments to volante_app;
  end if;
end $$;
