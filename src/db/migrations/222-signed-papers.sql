-- A contract that was signed by hand, or with signatures of its own (docs/decisions/133): the file waits until it was looked at.
create table contract_papers (
  id uuid primary key default gen_random_uuid(),
  contract_id uuid not null references contracts on delete restrict,
  file_sha256 text not null references files,
  -- Signatures that the PDF brought along, and whose the last one says it is.
  signatures integer not null default 0,
  signed_by text,
  state text not null default 'waiting',
  reason text,
  sent_at timestamptz not null,
  sent_by text,
  answered_at timestamptz,
  answered_by text,
  -- `void`: the contract went another way meanwhile.
  constraint contract_papers_state_is_known check (state in ('waiting', 'accepted', 'declined', 'void')),
  constraint contract_papers_declined_say_why check ((state = 'declined') = (reason is not null and reason ~ '\S'))
);
create unique index contract_papers_wait_alone on contract_papers (contract_id) where state = 'waiting';
create index contract_papers_by_file on contract_papers (file_sha256);

-- That a contract is in force by a paper: its file is that of the paper, and no seal of ours.
alter table contracts
  add column paper_id uuid unique references contract_papers on delete restrict,
  add constraint contracts_of_paper_are_closed check (paper_id is null or state = 'sealed');

alter table contract_events
  drop constraint contract_events_are_known,
  add constraint contract_events_are_known check (event in (
    'draft', 'sent', 'signed', 'sealed', 'withdrawn', 'refused', 'ended', 'code', 'link', 'link-revoked', 'opened',
    'paper', 'paper-declined'));

create or replace function keep_closed_contract() returns trigger language plpgsql as $$
begin
  -- A body that is sealed again under another key is the same body: its hash stays.
  if old.state in ('sealed', 'withdrawn', 'refused')
    and (new.state, new.reason, new.file_sha256, new.text_sha256, new.paper_id)
      is distinct from (old.state, old.reason, old.file_sha256, old.text_sha256, old.paper_id) then
    raise exception 'A contract that is closed does not change.' using errcode = '55000';
  end if;
  if old.ended_on is not null and (new.ended_on, new.ended_why) is distinct from (old.ended_on, old.ended_why) then
    raise exception 'A contract ends once.' using errcode = '55000';
  end if;
  return new;
end $$;

-- What was looked at stays as it was seen.
create function keep_answered_paper() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting' or new.file_sha256 <> old.file_sha256 then
    raise exception 'A signed paper that was answered does not change.' using errcode = '55000';
  end if;
  return new;
end $$;
create trigger contract_papers_stay_answered before update on contract_papers
  for each row execute function keep_answered_paper();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on contract_papers to volante_app;
    grant update (state, reason, answered_at, answered_by) on contract_papers to volante_app;
    grant update (state, reason, file_sha256, paper_id, ended_on, ended_why) on contracts to volante_app;
  end if;
end $$;
