-- Bytes kept for ever under their hash; the bytes themselves lie in the file storage.
create table files (
  sha256 text primary key,
  size bigint not null,
  media_type text not null,
  created_at timestamptz not null default now(),
  constraint files_hash_is_hex check (sha256 ~ '^[0-9a-f]{64}$')
);

create table imports (
  id bigint generated always as identity primary key,
  sha256 text not null references files,
  name text not null,
  source text not null,
  kind text not null,
  account text not null default '',
  language text not null,
  columns text[] not null,
  header_line integer not null,
  period_from date,
  period_to date,
  data_rows integer not null,
  totals jsonb not null default '{}',
  warnings jsonb not null default '[]',
  imported_at timestamptz not null,
  imported_by text,
  undone_at timestamptz,
  undone_by text,
  constraint imports_period_is_ordered check (period_from <= period_to)
);
create index imports_newest on imports (imported_at desc);
-- The same content is imported once; an undone one may come again.
create unique index imports_same_content_once on imports (sha256) where undone_at is null;

create table import_rows (
  id bigint generated always as identity primary key,
  import_id bigint not null references imports on delete restrict,
  line integer not null,
  source text not null,
  report text not null,
  account text not null default '',
  kind text not null,
  key text not null,
  week date not null,
  at timestamptz,
  -- Cents, signed as the driver sees them.
  amount_cents bigint not null,
  label text not null default '',
  measures jsonb not null default '{}',
  facts jsonb not null default '{}',
  -- Names to match by, the most trusted first: [{"kind": "plate", "value": "ZX11TA"}].
  keys jsonb not null default '[]',
  original text not null,
  -- live: counts · repeated: the same movement is live from another file · replaced: a newer version of the report came ·
  -- undone: its import was taken back.
  state text not null default 'live',
  constraint import_rows_week_is_a_monday check (extract(isodow from week) = 1),
  constraint import_rows_state_is_known check (state in ('live', 'repeated', 'replaced', 'undone'))
);
create unique index import_rows_live_once on import_rows (source, report, account, week, key) where state = 'live';
create index import_rows_by_week on import_rows (week) where state = 'live';
create index import_rows_by_import on import_rows (import_id, line);


-- Files somebody dropped and has not yet imported: looked at first, then taken in.
create table drops (
  id uuid primary key default gen_random_uuid(),
  week date,
  created_at timestamptz not null,
  created_by text,
  imported_at timestamptz
);

create table drop_files (
  drop_id uuid not null references drops on delete cascade,
  ordinal smallint not null,
  name text not null,
  sha256 text not null references files,
  primary key (drop_id, ordinal)
);
