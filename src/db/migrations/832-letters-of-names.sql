-- Names that a person reads as one have the same letters: capitals, accents, blanks and what is not seen are left out, so few
-- rows are read to find them in any locale. How they are read is decided in `namesApart`.
create function letters_of_name(name text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(case when octet_length(name) = char_length(name) then name else normalize(name, NFKD) end,
    '[^a-zA-Z0-9]', '', 'g') collate "C")
$$;
create index drivers_by_letters_of_name on drivers (letters_of_name(name));
