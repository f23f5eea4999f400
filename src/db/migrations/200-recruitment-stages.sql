-- The columns of the board of applications, as the office arranges them. What the applicant reads is the state under each.
create table recruitment_stages (
  id uuid primary key default gen_random_uuid(),
  position integer not null,
  state text not null,
  name_pt text not null,
  name_en text not null,
  version integer not null default 1,
  constraint recruitment_stages_stand_in_order unique (position) deferrable initially deferred,
  constraint recruitment_stages_state_is_open check (state in ('received', 'talking', 'checking')),
  constraint recruitment_stages_have_names check (name_pt ~ '\S' and name_en ~ '\S')
);
insert into recruitment_stages (position, state, name_pt, name_en) values
  (1, 'received', 'Recebida', 'Received'),
  (2, 'talking', 'Em conversa', 'In conversation'),
  (3, 'checking', 'Em análise', 'Being checked');

-- Where on the board an application stands, or stood when it was decided; and how somebody came to apply.
alter table applications
  add column stage_id uuid references recruitment_stages on delete set null,
  add column place integer not null default 0,
  add column source text not null default 'unsaid';
alter table application_notes add column stage_id uuid references recruitment_stages on delete set null;

update applications set source = 'referral' where referral is not null;
update applications set stage_id = ordered.stage_id, place = ordered.place
from (
  select a.id, s.id as stage_id, row_number() over (partition by s.id order by a.sent_at, a.id) as place
  from applications a join recruitment_stages s on s.state = a.state
) as ordered
where ordered.id = applications.id;

alter table applications
  add constraint applications_source_is_known
    check (source in ('referral', 'search', 'social', 'advert', 'word', 'office', 'unsaid')),
  add constraint applications_open_stand_somewhere
    check (state not in ('received', 'talking', 'checking') or stage_id is not null);
create index applications_by_stage on applications (stage_id, place) where stage_id is not null;
create index application_notes_by_stage on application_notes (stage_id) where stage_id is not null;

-- What outlives an application says how it came, and whether there was a conversation.
alter table application_tallies
  add column source text not null default 'unsaid',
  add column talked integer not null default 0;
update application_tallies set source = 'referral' where is_referred;
alter table application_tallies
  drop constraint application_tallies_pkey,
  add primary key (month, source, state, cause);
alter table application_tallies drop column is_referred;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on recruitment_stages to volante_app;
  end if;
end $$;
