-- What decides which duties the company has in a year (docs/decisions/283). Without a row: VAT by the quarter, nobody employed.
create table duty_rules (
  is_one boolean primary key default true,
  vat text not null,
  employs boolean not null,
  withholds boolean not null,
  invoices boolean not null,
  managers_record_on date,
  -- The day of the first saving: what was due before it is told to nobody.
  since date not null,
  changed_at timestamptz not null,
  changed_by text,
  constraint duty_rules_is_one check (is_one),
  constraint duty_rules_name_their_vat check (vat in ('month', 'quarter', 'none'))
);

-- What was done of them, or is none of the company's: written once, and withdrawn where it was said wrongly.
create table duties_done (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  kind text not null,
  period text not null,
  -- Done on a day, or not of this company: without a day.
  done_on date,
  note text not null default '',
  file_sha256 text references files (sha256),
  file_name text,
  said_at timestamptz not null,
  said_by text,
  withdrawn_at timestamptz,
  withdrawn_by text,
  constraint duties_done_name_their_file check ((file_sha256 is null) = (file_name is null))
);
create unique index duties_done_once on duties_done (kind, period) where withdrawn_at is null;
create index duties_done_by_file on duties_done (file_sha256) where file_sha256 is not null;

create function duty_done_is_written_once() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  gone constant text[] := array['withdrawn_at', 'withdrawn_by'];
begin
  if to_jsonb(new) - gone is distinct from to_jsonb(old) - gone or old.withdrawn_at is not null then
    raise exception 'what was said of duty % is written once', old.id;
  end if;
  return new;
end $$;
create trigger duties_done_are_written_once before update on duties_done
  for each row execute function duty_done_is_written_once();
create trigger duties_done_stay before delete on duties_done for each row execute function written_once();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on duty_rules to volante_app;
    grant select, insert on duties_done to volante_app;
    grant update (withdrawn_at, withdrawn_by) on duties_done to volante_app;
    grant usage, select on all sequences in schema public to volante_app;
  end if;
end $$;
