-- Since when somebody has what they may do in the office; a permission that is gained begins anew. Unknown: since long ago.
alter table users add column scopes_since timestamptz;
