-- Each referral was compared with every other one, twice over when it was written: a list of a thousand compared a million pairs. Who a person
-- is, is found by their records, and who was brought by the index of the brought.

-- All records of a person: of the one that stands, and of those that stand with the same NIF. Those that `same_person` says are one.
create function records_of_person(driver uuid) returns setof uuid language sql stable rows 2 set search_path = public, pg_temp as $$
  select own_records(id) from (
    select standing_record(driver) as id
    union
    select other.id from drivers one join drivers other on other.nif_index = one.nif_index where one.id = standing_record(driver)) standing
$$;

create or replace function referral_refused(above uuid, below uuid) returns text language sql stable set search_path = public, pg_temp as $$
  select case
    when above in (select records_of_person(below)) then 'self'
    when exists (
      select from records_of_person(below) own (id) join referrals r on r.referred_id = own.id and r.withdrawn_at is null) then 'known'
    when exists (
      with recursive line (id) as (
        select above
        union
        select r.referrer_id from line, records_of_person(line.id) own (id), referrals r where r.referred_id = own.id and r.withdrawn_at is null)
      select from line where id in (select records_of_person(below))) then 'circle'
  end
$$;

-- Writes referrals one after the other, each with what those before it say, until one is refused; answers the id of each, or why not.
create function record_referrals(referrers uuid[], brought uuid[], weeks date[], reasons text[], way text, moment timestamptz, hand text)
returns table (id uuid, why text) language plpgsql set search_path = public, pg_temp as $$
begin
  -- One at a time, so that two written at once make no circle either.
  perform pg_advisory_xact_lock(hashtext('referrals'));
  for place in 1 .. cardinality(referrers) loop
    id := null;
    why := referral_refused(referrers[place], brought[place]);
    if why is null then
      insert into referrals (referrer_id, referred_id, since, origin, reason, created_at, created_by)
      values (referrers[place], brought[place], weeks[place], way, reasons[place], moment, hand)
      returning referrals.id into id;
    end if;
    return next;
    exit when why is not null;
  end loop;
end $$;
