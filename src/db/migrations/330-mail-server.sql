-- The mail server that somebody of the house set on a screen (docs/decisions/177). At most one; where SMTP_URL is set that one counts.
create table mail_server (
  single boolean primary key default true,
  host text not null,
  port integer not null,
  -- tls: encrypted from the first byte · start-tls: asked for after the greeting, and insisted on · none: inside the own network alone.
  safety text not null,
  login text,
  password bytea,
  -- Who messages say they are from; without an address, the company at the site's own name.
  sender_name text,
  sender_address text,
  set_at timestamptz not null,
  set_by text,
  constraint mail_server_is_one check (single),
  constraint mail_server_port_is_one check (port between 1 and 65535),
  constraint mail_server_safety_is_known check (safety in ('tls', 'start-tls', 'none')),
  constraint mail_server_password_has_a_login check (password is null or login is not null),
  constraint mail_server_password_travels_encrypted check (password is null or safety <> 'none'),
  constraint mail_server_is_sealed check (password is null or get_byte(password, 0) = 1)
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on mail_server to volante_app;
  end if;
end $$;
