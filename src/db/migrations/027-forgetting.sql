-- Bytes nobody refers to any more are forgotten; those of a record that stands are held by its foreign key.
create function forget_file(hash text) returns boolean language plpgsql security definer set search_path = public as $$
begin
  delete from files where sha256 = hash;
  return found;
exception when foreign_key_violation then
  return false;
end $$;
