-- Why nothing is left to do about a damage, apart from what the office answered to who contested it (docs/decisions/160): one that is
-- opened again is as it was. What was settled before keeps its reason; the answer that it took the place of is gone.
alter table damages add column settled_reason text;
update damages set settled_reason = answer where state = 'settled';
update damages set answer = '' where state = 'settled' and contested_at is null;
alter table damages add constraint damages_settled_say_why check ((state = 'settled') = (settled_reason is not null));

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant update (settled_reason) on damages to volante_app;
  end if;
end $$;
