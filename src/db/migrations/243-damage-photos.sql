-- A photo of damage from near by: what is proposed to a driver can be seen.
alter table damages add column photo_sha256 text references files;
