-- The driver's own paper has the whole NIF, that of the office its last digits: each is kept as it was first drawn.
alter table payslip_files add column reader text not null default 'driver'
  constraint payslip_files_are_for_somebody check (reader in ('driver', 'office'));
alter table payslip_files alter column reader drop default;
alter table payslip_files drop constraint payslip_files_pkey;
alter table payslip_files add primary key (settlement_id, reader);
