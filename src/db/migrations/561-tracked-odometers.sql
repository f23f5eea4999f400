-- Which tracker said it; null where a person wrote it down.
alter table odometer_readings add column tracker text;
