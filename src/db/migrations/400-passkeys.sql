-- Passkeys (WebAuthn): what a person's phone or computer signs in with instead of a password and a code. The public half is
-- kept, which opens nothing by itself (docs/decisions/212).
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  uid text not null references users (uid) on delete cascade,
  -- As the device names it, in base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- Counts on some devices with each use; always 0 where the key is carried between devices.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  -- What the person calls it.
  name text not null,
  -- Whether it is kept by more than the one device it was made on.
  is_synced boolean not null default false,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_of_person on passkeys (uid, created_at);

-- A question that a passkey has answered: no answer counts twice. Rows are worth nothing after `expires_at`.
create table passkey_answers (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on passkeys to volante_app;
    grant select, insert, delete on passkey_answers to volante_app;
  end if;
end $$;
