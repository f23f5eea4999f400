-- Accounts that sign in, their sessions, and what is kept of tries.
create extension if not exists btree_gist;
create extension if not exists citext;

create table users (
  uid text primary key,
  email citext not null,
  email_verified boolean not null default false,
  display_name text,
  role text not null default 'driver',
  language text not null default 'pt',
  disabled boolean not null default false,
  password_hash text,
  password_changed_at timestamptz,
  -- Sign-ins from before this moment are void: a new password or "sign out everywhere" sets it.
  valid_since timestamptz,
  created_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  constraint users_email_is_unique unique (email),
  constraint users_role_is_known check (role in ('admin', 'driver')),
  constraint users_language_is_known check (language in ('pt', 'en'))
);

create table sessions (
  id_hash bytea primary key,
  uid text not null references users on delete cascade,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  signed_in_at timestamptz not null,
  expires_at timestamptz not null,
  address text,
  user_agent text,
  -- What the identity service handed out, sealed; empty with the embedded service, which lives in the same database.
  refresh_sealed bytea,
  token_expires_at timestamptz
);
create index sessions_by_user on sessions (uid);

create table sign_in_failures (
  id bigint generated always as identity primary key,
  email_hash bytea not null,
  address text not null,
  at timestamptz not null
);
create index sign_in_failures_recent on sign_in_failures (email_hash, address, at);
create index sign_in_failures_by_time on sign_in_failures (at);

-- One-time links: first administrator, invitation, password reset. Only the hash is kept.
create table one_time_links (
  code_hash bytea primary key,
  purpose text not null,
  uid text references users on delete cascade,
  email citext,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint one_time_links_purpose_is_known check (purpose in ('first-admin', 'invite', 'reset'))
);
