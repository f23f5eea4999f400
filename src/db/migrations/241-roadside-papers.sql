-- What is shown to whoever inspects at the roadside (docs/decisions/137): a mark on the kind of paper, so that the driver finds it
-- on one page. Of cars, a kind may be asked of some titles alone, as of drivers of some regimes.
alter table paper_kinds add column at_roadside boolean not null default false;
update paper_kinds set at_roadside = true where code in ('identity', 'driving-licence', 'cmtvde', 'slot-link', 'registration',
  'car-insurance', 'inspection', 'imt-car', 'sticker', 'car-title', 'extinguisher', 'operator-licence');
alter table paper_kinds drop constraint paper_kinds_regimes_are_known,
  add constraint paper_kinds_are_asked_of_groups_there_are check (
    holder = 'driver' and applies_to <@ array['slot', 'rental', 'percentage', 'employee']
    or holder = 'car' and applies_to <@ array['own', 'leasing', 'renting', 'rent', 'driver']
    or applies_to = '{}');
update paper_kinds set applies_to = '{leasing,renting,rent}' where code = 'car-title' and applies_to = '{}';
