-- Lists of banks that nobody knows here: the file that was refused, and, once somebody said it, which column is what
-- (docs/decisions/139). What was said is written once; taught anew it is another row.
create table bank_lists (
  id uuid primary key default gen_random_uuid(),
  sample_sha256 text not null references files,
  sample_name text not null,
  kept_at timestamptz not null,
  kept_by text,
  -- What the operator calls the account; null until it is taught.
  account text,
  -- The headings by their keys, joined: what a file's are compared with.
  fingerprint text,
  mapping jsonb,
  taught_at timestamptz,
  taught_by text,
  retired_at timestamptz,
  retired_by text,
  constraint bank_lists_are_taught_whole check (
    (account is null) = (mapping is null) and (account is null) = (fingerprint is null) and (account is null) = (taught_at is null)),
  constraint bank_lists_name_their_account check (account ~ '\S')
);
-- The same headings are read in one way at a time, and the same file waits once.
create unique index bank_lists_read_headings_once on bank_lists (md5(fingerprint)) where retired_at is null and taught_at is not null;
create unique index bank_lists_wait_once on bank_lists (sample_sha256) where retired_at is null and taught_at is null;
create index bank_lists_by_file on bank_lists (sample_sha256);

create function bank_list_is_taught_once() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  said constant text[] := array['account', 'fingerprint', 'mapping', 'taught_at', 'taught_by'];
  gone constant text[] := array['retired_at', 'retired_by'];
begin
  if to_jsonb(new) - said - gone is distinct from to_jsonb(old) - said - gone
    or old.retired_at is not null
    or (old.taught_at is not null and to_jsonb(new) - gone is distinct from to_jsonb(old) - gone) then
    raise exception 'bank list % is taught once', old.id;
  end if;
  return new;
end $$;
create trigger bank_lists_are_taught_once before update on bank_lists for each row execute function bank_list_is_taught_once();
create trigger bank_lists_stay before delete on bank_lists for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on bank_lists to volante_app;
    grant update (account, fingerprint, mapping, taught_at, taught_by, retired_at, retired_by) on bank_lists to volante_app;
  end if;
end $$;
