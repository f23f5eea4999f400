-- The operator's constants: each value from a week on, with who set it and why. Nothing is changed, a newer row counts.
create table financial_settings (
  id bigint generated always as identity primary key,
  name text not null,
  -- Cents, hundredths of a percent, a count, a switch, or one of a few words: `domain/financial-settings.ts` says which.
  value jsonb not null,
  valid_from date not null,
  reason text not null,
  created_at timestamptz not null,
  created_by text,
  constraint financial_settings_start_on_a_monday check (extract(isodow from valid_from) = 1),
  constraint financial_settings_have_a_reason check (reason ~ '\S')
);
create index financial_settings_in_force on financial_settings (name, valid_from desc, id desc);

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert on financial_settings to volante_app;
  end if;
end $$;
