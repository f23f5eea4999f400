-- An accident that was withdrawn by mistake is restored with the damages that it had. Of one withdrawn before this column nobody knows them.
alter table accidents add column withdrawn_damages uuid[];
