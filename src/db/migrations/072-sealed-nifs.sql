-- NIFs of people are sealed as IBANs are (071). The operator's own number is printed on its site and stays as it is.
drop index applications_by_nif;
alter table drivers
  alter column nif type bytea using convert_to(nif, 'UTF8'),
  add column nif_index bytea,
  add constraint drivers_are_sealed
    check (nif is null and nif_index is null or get_byte(nif, 0) = 1 and nif_index is not null) not valid;
create index drivers_plain on drivers (id) where nif is not null and nif_index is null;
create index drivers_by_nif on drivers (nif_index) where nif_index is not null;

alter table applications
  alter column nif type bytea using convert_to(nif, 'UTF8'),
  add column nif_index bytea,
  add constraint applications_are_sealed
    check (nif is null and nif_index is null or get_byte(nif, 0) = 1 and nif_index is not null) not valid;
create index applications_plain on applications (id) where nif is not null and nif_index is null;
create index applications_by_nif on applications (nif_index) where nif_index is not null;
