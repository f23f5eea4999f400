-- Whether drivers are shown the middle half of all who were measured beside their own figure: the company says so, and at first no.
alter table company add column compares_drivers boolean not null default false;
