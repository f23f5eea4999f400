-- Templates are edited on a screen (docs/decisions/130): each edit is a version, and the office says which one new contracts have.
-- The text that came with the product is version 1; it has a row from the first contract or choice on that needs one.
alter table contract_templates
  -- What is another than in the version before, as whoever wrote it says.
  add note text not null default '';

create table contract_template_choices (
  id bigint generated always as identity primary key,
  kind text not null,
  language text not null,
  version integer not null,
  since timestamptz not null,
  uid text,
  foreign key (kind, language, version) references contract_templates
);
create index contract_template_choices_by_text on contract_template_choices (kind, language, id desc);
create trigger contract_template_choices_are_written_once before update or delete on contract_template_choices
  for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on contract_template_choices to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
