-- Seconds online on a day by the hour that the clock of Lisbon shows, 24 of them from midnight; null where no state was told, or before this
-- was counted: a day is counted anew when a word of it comes.
alter table platform_days add column online_by_hour integer[];
