-- Work that broke down ends too: open, it would stand in the way of the same work ordered again.
alter table runs
  drop constraint runs_state_is_known,
  add constraint runs_state_is_known check (state in ('waiting', 'running', 'done', 'cancelled', 'refused', 'failed'));
