-- What an administrator may do: the role is the identity service's, the scopes are ours.
alter table users
  add column scopes text[] not null default '{}',
  add constraint users_scopes_are_known check (scopes <@ array['owner', 'operations', 'finance', 'accountant']);

-- Until now every administrator did everything.
update users set scopes = '{owner}' where role = 'admin';

-- Somebody must be able to give scopes: the first administrator, however the account came about, is the owner.
create function make_first_admin_owner() returns trigger language plpgsql as $$
begin
  if new.role = 'admin' and new.scopes = '{}'
    and not exists (select 1 from users where role = 'admin' and 'owner' = any (scopes)) then
    new.scopes := '{owner}';
  end if;
  return new;
end $$;
create trigger users_first_admin_owns before insert or update of role on users
  for each row execute function make_first_admin_owner();

-- Who is invited to the office has no account yet: what the account will be is in the link.
alter table one_time_links
  add column display_name text,
  add column scopes text[] not null default '{}',
  add column language text not null default 'pt';
alter table one_time_links drop constraint one_time_links_purpose_is_known;
alter table one_time_links add constraint one_time_links_purpose_is_known
  check (purpose in ('first-admin', 'new-admin', 'admin', 'invite', 'reset'));

-- The driver whose area an administrator is looking at, as that driver sees it.
alter table sessions add column viewing_driver_id uuid references drivers on delete set null;
