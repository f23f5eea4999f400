-- What a car was bought for, and what the office expects of it (docs/decisions/149): the loss of value is the difference between
-- buying and selling, in equal parts for each day between. Wrong ones are put right or taken away; the log says what stood there.
create table car_purchases (
  vehicle_id uuid primary key references vehicles on delete restrict,
  bought_on date not null,
  price_cents bigint not null,
  -- How long it is to stay, and what it is expected to be sold for then.
  keep_years smallint not null,
  worth_cents bigint not null,
  created_at timestamptz not null,
  created_by text,
  constraint car_purchases_price_is_one check (price_cents between 1 and 1000000000),
  constraint car_purchases_worth_is_none_or_more check (worth_cents between 0 and 1000000000),
  constraint car_purchases_years_are_possible check (keep_years between 1 and 20)
);

-- Instalments of road tax are followed from the day on which the office first said how much it is: of those before, nobody said
-- whether they were paid.
alter table vehicle_titles add column road_tax_since date;
update vehicle_titles set road_tax_since = current_date where road_tax_cents is not null;
alter table vehicle_titles add constraint vehicle_titles_road_tax_is_followed
  check ((road_tax_cents is null) = (road_tax_since is null));

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update, delete on car_purchases to volante_app;
  end if;
end $$;
