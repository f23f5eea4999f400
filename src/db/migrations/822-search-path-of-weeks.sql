-- As 820 has it now. It landed without the last word first, and whoever was brought up to date then has it so.
alter function rows_move_weeks() set search_path = public, pg_temp;
