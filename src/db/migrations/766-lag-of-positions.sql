-- How late positions come, for a monitor: the median, over the cars heard of within a quarter of an hour, of the seconds from the moment of a
-- position to its arrival. One phone that comes out of a tunnel does not
-- move it, nor does a file of an earlier day: what is older than an hour was not sent now. No car and no place is told.
create function positions.lag() returns double precision
  language sql stable security definer set search_path = public, pg_temp as $$
  select percentile_cont(0.5) within group (order by greatest(0, extract(epoch from received_at - at))::double precision)
  from positions.last where received_at > now() - interval '15 minutes' and at > now() - interval '1 hour'
$$;
revoke all on function positions.lag from public;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant execute on function positions.lag to volante_app;
  end if;
end $$;
