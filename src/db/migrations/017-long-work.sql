-- Long work that somebody ordered and looks on at: how far it is, and how it ended.
create table runs (
  id uuid primary key default gen_random_uuid(),
  -- What is done, and to what: `drop-import` and the id of the drop.
  kind text not null,
  subject text not null,
  input jsonb not null default '{}',
  ordered_at timestamptz not null,
  ordered_by text,
  state text not null default 'waiting',
  stage text,
  done bigint not null default 0,
  goal bigint not null default 0,
  cancel_asked_at timestamptz,
  ended_at timestamptz,
  -- What it brought, or the refusal it ended in.
  outcome jsonb,
  constraint runs_state_is_known check (state in ('waiting', 'running', 'done', 'cancelled', 'refused')),
  constraint runs_end_once check ((ended_at is null) = (state in ('waiting', 'running')))
);
-- The same work is not done twice at a time.
create unique index runs_one_at_a_time on runs (kind, subject) where ended_at is null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on runs to volante_app;
  end if;
end $$;
