-- Long work is the deed of whoever ordered it: the audit log says from where and by which request, as of any other form.
alter table runs
  add column ordered_as text not null default 'admin',
  add column ordered_from text,
  add column ordered_by_request text;
