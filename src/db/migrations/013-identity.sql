-- The embedded identity service, beyond the people of `users`. Whatever is secret is kept as a hash or sealed.
alter table users
  add column photo_url text,
  add column phone_number text,
  -- Custom claims as JSON, without `role`, which has its own column.
  add column claims text not null default '{}',
  add column last_refresh_at timestamptz,
  add constraint users_phone_number_is_unique unique (phone_number);

-- Accounts at other services a person signs in with: linked by that service's own number, never by e-mail.
create table identity_providers (
  provider_id text not null,
  raw_id text not null,
  uid text not null references users on delete cascade,
  email text,
  display_name text,
  photo_url text,
  primary key (provider_id, raw_id),
  constraint identity_providers_once_per_person unique (uid, provider_id)
);

-- Second factors (TOTP). A code counts once: `last_counter` is the newest step that was used.
create table identity_factors (
  id text primary key,
  uid text not null references users on delete cascade,
  display_name text,
  secret_sealed bytea not null,
  last_counter bigint not null,
  enrolled_at timestamptz not null
);
create index identity_factors_by_person on identity_factors (uid);

create table identity_factor_setups (
  session_hash bytea primary key,
  uid text not null references users on delete cascade,
  secret_sealed bytea not null,
  expires_at timestamptz not null,
  tries smallint not null default 0
);

-- The password was right, the second factor is still to come.
create table identity_pending_sign_ins (
  credential_hash bytea primary key,
  uid text not null references users on delete cascade,
  provider_id text not null,
  expires_at timestamptz not null,
  tries smallint not null default 0
);

-- Kept after the account is closed, its password changed or the person gone (hence no reference): only then can a
-- client be told why its token is refused, and sign its user out.
create table identity_refresh_tokens (
  token_hash bytea primary key,
  uid text not null,
  provider_id text not null,
  factor_id text,
  auth_time timestamptz not null,
  issued_at timestamptz not null,
  used_at timestamptz not null,
  revoked_at timestamptz
);
create index identity_refresh_tokens_by_person on identity_refresh_tokens (uid);
create index identity_refresh_tokens_by_use on identity_refresh_tokens (used_at);

-- Codes of the links in messages.
create table identity_codes (
  code_hash bytea primary key,
  request_type text not null,
  uid text not null references users on delete cascade,
  email text not null,
  new_email text,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint identity_codes_request_type_is_known
    check (request_type in ('PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL'))
);
create index identity_codes_by_person on identity_codes (uid);

create table identity_keys (
  kid text primary key,
  private_sealed bytea not null,
  public_jwk text not null,
  created_at timestamptz not null
);

-- What was tried, to limit it: the e-mail only as a hash.
create table identity_tries (
  id bigint generated always as identity primary key,
  kind text not null,
  email_hash bytea not null,
  address text not null,
  at timestamptz not null
);
create index identity_tries_by_email on identity_tries (email_hash, kind, at);
create index identity_tries_by_address on identity_tries (address, kind, at);
create index identity_tries_by_time on identity_tries (at);

-- How the hosted service hashed the passwords of accounts that came from it.
create table identity_scrypt_settings (
  id bigint generated always as identity primary key,
  signer_key_sealed bytea not null,
  salt_separator bytea not null,
  rounds smallint not null,
  memory_cost smallint not null,
  fingerprint bytea not null,
  constraint identity_scrypt_settings_are_kept_once unique (fingerprint)
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on identity_providers, identity_factors, identity_factor_setups,
      identity_pending_sign_ins, identity_refresh_tokens, identity_codes, identity_keys, identity_tries,
      identity_scrypt_settings to volante_app;
  end if;
end $$;
