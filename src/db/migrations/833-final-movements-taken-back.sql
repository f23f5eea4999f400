-- A payment or a write-off that was a mistake is taken back by a movement of its own, and the debt is owed again.
alter table final_movements
  add column takes_back uuid unique references final_movements on delete restrict,
  drop constraint final_movements_kind_is_known,
  add constraint final_movements_kind_is_known check (kind in ('closed', 'received', 'write-off', 'taken-back')),
  add constraint final_movements_take_back_one check ((kind = 'taken-back') = (takes_back is not null));
