-- Files that come by mail (docs/decisions/252): a way beside the key and the folder, with what its mailbox is reached by.
alter table delivery_ways drop constraint delivery_ways_kind_is_known;
alter table delivery_ways add constraint delivery_ways_kind_is_known check (kind in ('key', 'folder', 'connection', 'mailbox'));

create table mailboxes (
  way_id uuid primary key references delivery_ways (id),
  host text not null,
  port integer not null,
  -- tls: from the first byte · start-tls: after the greeting · none: on this machine alone.
  safety text not null,
  login text not null,
  password bytea not null,
  folder text not null,
  -- Where a mail goes once its files are here; null leaves it.
  moves_to text,
  -- Addresses, or "@domain".
  senders text[] not null,
  -- The name by which the own server says who a mail is from (RFC 8601); null asks for no proof.
  proof text,
  set_at timestamptz not null,
  set_by text,
  -- As of a connection (docs/decisions/230).
  state text not null,
  state_since timestamptz not null,
  -- What was wrong at the last look, in a word.
  fault text,
  failures integer not null default 0,
  next_at timestamptz not null,
  looked_at timestamptz,
  at_work_since timestamptz,
  paused_at timestamptz,
  paused_by text,
  constraint mailboxes_safety_is_known check (safety in ('tls', 'start-tls', 'none')),
  constraint mailboxes_port_is_one check (port between 1 and 65535),
  constraint mailboxes_state_is_known check (state in ('connected', 'waiting', 'expired', 'needs-access', 'error')),
  constraint mailboxes_is_sealed check (get_byte(password, 0) = 1)
);

-- Each mail that was looked at, by the number that its folder gave it.
create table mailbox_mails (
  id bigint generated always as identity primary key,
  way_id uuid not null references delivery_ways (id),
  validity bigint not null,
  uid bigint not null,
  at timestamptz not null,
  sender text,
  files integer not null,
  -- taken: its files are a drop · same: all of them came before · sender, unproved, too-large, too-many, no-files, refused: nothing was kept.
  outcome text not null,
  -- The code of a refusal.
  reason text,
  drop_id uuid references drops (id) on delete set null,
  -- When it was moved; null while it lies where it came.
  moved_at timestamptz,
  constraint mailbox_mails_outcome_is_known
    check (outcome in ('taken', 'same', 'sender', 'unproved', 'too-large', 'too-many', 'no-files', 'refused')),
  constraint mailbox_mails_once unique (way_id, validity, uid)
);
create index mailbox_mails_of_drop on mailbox_mails (drop_id);

-- Files that came by a mailbox, by what they hold: the same file in another mail is not another file, until somebody forgot it.
create table mailbox_files (
  way_id uuid not null references delivery_ways (id),
  sha256 text not null,
  drop_id uuid references drops (id) on delete set null,
  primary key (way_id, sha256)
);
create index mailbox_files_of_drop on mailbox_files (drop_id);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on mailboxes, mailbox_mails, mailbox_files to volante_app;
  end if;
end $$;
