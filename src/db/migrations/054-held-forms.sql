-- A form that was interrupted to ask again who is there: what was typed, sealed, until the person has said so. The
-- address of the next step holds the ticket; the row its hash.
create table held_forms (
  ticket_hash bytea primary key,
  -- One at a time: what is interrupted later is what the person wants now. After the confirmation, the session it made.
  session_id uuid not null unique,
  uid text not null,
  path text not null,
  -- The page with the form, for when nothing can be carried out any more.
  back text not null,
  -- Gone as soon as it was carried out.
  form_sealed bytea,
  is_confirmed boolean not null default false,
  expires_at timestamptz not null
);
create index held_forms_by_time on held_forms (expires_at);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on held_forms to volante_app;
  end if;
end $$;
