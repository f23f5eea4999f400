-- Seeds of second factors are sealed with the keys of fields from now on, which can be changed. A mark in front tells those
-- that were sealed under the secret of the installation; a start seals them anew.
alter table identity_factors alter column secret_sealed type bytea using '\x00'::bytea || secret_sealed;
alter table identity_factor_setups alter column secret_sealed type bytea using '\x00'::bytea || secret_sealed;
alter table identity_factors
  add constraint identity_factors_are_sealed check (get_byte(secret_sealed, 0) = 1) not valid;
alter table identity_factor_setups
  add constraint identity_factor_setups_are_sealed check (get_byte(secret_sealed, 0) = 1) not valid;
