-- A rule of rewards that was typed wrong goes again while nobody was referred under it: then it has promised nothing to anybody.
create function rule_has_promised(rule commission_rules) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from referrals
    where since >= rule.starts_on and not exists (select from commission_rules later
      where later.side = rule.side and later.starts_on > rule.starts_on and later.starts_on <= since))
$$;

create function rule_goes_unpromised() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if rule_has_promised(old) then raise exception 'rule % has promised', old.id; end if;
  return old;
end $$;
drop trigger commission_rules_are_written_once on commission_rules;
create trigger commission_rules_are_written_once before update on commission_rules
  for each row execute function written_once();
create trigger commission_rules_go_unpromised before delete on commission_rules
  for each row execute function rule_goes_unpromised();

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant delete on commission_rules to volante_app;
  end if;
end $$;
