-- A drill that could not be held is one too: what hindered it. Then nothing was proved and nothing compared.
alter table backup_drills add column failure text;
