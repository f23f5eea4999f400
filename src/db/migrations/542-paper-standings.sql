-- What a platform thinks of a paper that counts here, as somebody of the office saw it there (docs/decisions/251).
create table paper_standings (
  id bigint generated always as identity primary key,
  paper_id uuid not null references papers on delete cascade,
  provider text not null,
  -- sent: it lies there and nobody answered · accepted · refused.
  state text not null,
  -- The day on which it was so.
  on_day date not null,
  -- What lifts a refusal, or why.
  words text not null default '',
  said_at timestamptz not null,
  said_by text,
  taken_back_at timestamptz,
  taken_back_by text,
  constraint paper_standings_provider_is_known check (provider in ('uber', 'bolt')),
  constraint paper_standings_state_is_known check (state in ('sent', 'accepted', 'refused'))
);
create index paper_standings_of_paper on paper_standings (paper_id, provider, on_day desc, id desc) where taken_back_at is null;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on paper_standings to volante_app;
  end if;
end $$;
