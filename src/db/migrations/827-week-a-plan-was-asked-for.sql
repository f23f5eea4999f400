-- A plan begins in the first week that is not approved, so it may begin later than it was asked for. A list of a fleet that names it again
-- recognises it by the week that was asked for. Null where the plan began in that very week.
alter table plans add column asked_week date;
