-- A list that somebody sets up also reads files that were refused in other drops: this is the version that reads one of them.
alter table refused_files add column profile_version bigint references profile_versions;
create index refused_files_by_profile_version on refused_files (profile_version) where profile_version is not null;
