-- Two records of one NIF are one person, also before anybody has merged them: nobody brings themselves under a second record, and
-- nobody is brought twice.

create function same_person(one uuid, other uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select standing_record(one) = standing_record(other) or exists (
    select from drivers a join drivers b on b.nif_index = a.nif_index
    where a.id = standing_record(one) and b.id = standing_record(other))
$$;

create or replace function referral_refused(above uuid, below uuid) returns text language sql stable set search_path = public, pg_temp as $$
  select case
    when same_person(above, below) then 'self'
    when exists (select from referrals r where r.withdrawn_at is null and same_person(r.referred_id, below)) then 'known'
    when exists (
      with recursive line (id) as (
        select standing_record(above)
        union select standing_record(r.referrer_id) from line join referrals r on r.withdrawn_at is null and same_person(r.referred_id, line.id))
      select from line where same_person(line.id, below)) then 'circle'
  end
$$;
