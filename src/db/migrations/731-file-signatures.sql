-- What the signatures of a kept PDF say of themselves (docs/decisions/293), read when it came; null where nobody looked.
alter table files add column signature text,
  add constraint files_signature_is_known
    check (signature in ('qualified', 'unqualified', 'added', 'changed', 'unproved', 'none', 'not-pdf'));
