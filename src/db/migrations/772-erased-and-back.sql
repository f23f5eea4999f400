-- Somebody who was erased and came back may ask again one day: what is over does not stand in the way (docs/decisions/312).
drop index erasures_once;
create unique index erasures_once on erasures (subject) where withdrawn_at is null and over_at is null;
