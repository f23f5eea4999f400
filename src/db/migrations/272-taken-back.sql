-- A paper that was asked for by mistake is asked for no longer, and leaves nothing behind but the log. What came stays.
create function only_requests_go() returns trigger language plpgsql as $$
begin
  if old.state <> 'asked' then
    raise exception 'A paper that came stays.' using errcode = '55000';
  end if;
  return old;
end $$;
create trigger papers_stay before delete on papers for each row execute function only_requests_go();

-- An accident that was written down by mistake is none; it stays with why.
alter table accidents
  add column withdrawn_at timestamptz,
  add column withdraw_reason text,
  add constraint accidents_withdrawn_say_why
    check ((withdrawn_at is null) = (withdraw_reason is null) and (withdraw_reason is null or withdraw_reason ~ '\S'));

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant delete on papers to volante_app;
  end if;
end $$;
