-- A form with files is held without them: its words wait, and the page asks for the files again by their names.
alter table held_forms add column has_files boolean not null default false;
