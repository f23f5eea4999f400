-- The road tax of a car for a whole year: when it is due follows from it by dated rules (docs/decisions/137).
alter table vehicle_titles add column road_tax_cents bigint,
  add constraint vehicle_titles_road_tax_is_an_amount check (road_tax_cents between 1 and 1000000);
