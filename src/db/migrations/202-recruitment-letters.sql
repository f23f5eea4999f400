-- What the office writes to applicants, again and again: a text in both languages with places for what is known of each.
create table recruitment_texts (
  id uuid primary key default gen_random_uuid(),
  position bigint generated always as identity unique,
  name text not null,
  subject_pt text not null,
  subject_en text not null,
  body_pt text not null,
  body_en text not null,
  version integer not null default 1,
  constraint recruitment_texts_say_something
    check (name ~ '\S' and subject_pt ~ '\S' and subject_en ~ '\S' and body_pt ~ '\S' and body_en ~ '\S')
);
insert into recruitment_texts (name, subject_pt, subject_en, body_pt, body_en) values
  ('Documentos em falta', 'Documentos para a candidatura', 'Documents for the application',
   'Para continuar a candidatura à {empresa} faltam: {falta}.' || e'\n\n' || 'Pode juntá-los na página da candidatura, com o telemóvel.',
   'To go on with the application to {empresa} these are missing: {falta}.' || e'\n\n' || 'They can be added on the page of the application, with a phone.'),
  ('Marcar conversa', 'Vamos falar?', 'Shall we talk?',
   'Recebemos a candidatura e gostávamos de falar sobre o regime de {regime}.' || e'\n\n' || 'Que dia e hora dão jeito esta semana?',
   'The application is here, and we would like to talk about the terms: {regime}.' || e'\n\n' || 'Which day and hour would suit this week?'),
  ('Ainda em espera', 'A candidatura continua connosco', 'The application is still with us',
   'A candidatura está em «{coluna}» e não ficou esquecida.' || e'\n\n' || 'Damos notícias logo que haja novidades.',
   'The application is at “{coluna}” and is not forgotten.' || e'\n\n' || 'There will be word as soon as there is news.');

-- What was written to an applicant; what became of a mail is in the outbox. It goes with its application.
create table application_letters (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references applications on delete cascade,
  at timestamptz not null,
  by_uid text,
  channel text not null,
  subject text not null,
  body text not null,
  mail_id bigint references mail_outbox on delete set null,
  constraint application_letters_channel_is_known check (channel in ('mail', 'whatsapp'))
);
create index application_letters_by_application on application_letters (application_id, at desc);
create index application_letters_by_mail on application_letters (mail_id) where mail_id is not null;

-- Later links to the page of an application, each with an end; only the hash of its code is kept.
create table application_links (
  code_hash bytea primary key,
  application_id uuid not null references applications on delete cascade,
  made_at timestamptz not null,
  expires_at timestamptz not null
);
create index application_links_by_application on application_links (application_id);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on recruitment_texts, application_letters, application_links to volante_app;
  end if;
end $$;
