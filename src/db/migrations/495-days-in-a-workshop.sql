-- Since when a car was in the workshop for a piece of work; it was done, and the car back, on `done_on`. Nobody has to say it.
alter table maintenance_jobs add column in_since date;
alter table maintenance_jobs add constraint maintenance_jobs_begin_before_they_end check (in_since <= done_on);
