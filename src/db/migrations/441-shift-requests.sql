-- What drivers ask of each other about their shifts, and free hours that are asked for and offered (docs/decisions/222). Nothing is
-- imposed: nobody's plan changes without that person's yes or the office's own act.
create table shift_requests (
  id uuid primary key default gen_random_uuid(),
  -- swap: one's shift for another's · give: a shift to whoever takes it · take: free hours, asked of the office · offer: free hours, by the office
  kind text not null,
  -- Who asks; nobody where the office offers.
  driver_id uuid references drivers on delete restrict,
  -- Who is asked; nobody where anybody may take it.
  to_driver_id uuid references drivers on delete restrict,
  vehicle_id uuid not null references vehicles on delete restrict,
  day date not null,
  starts text not null,
  ends text not null,
  -- Of a swap, what is asked for in return.
  for_vehicle_id uuid references vehicles on delete restrict,
  for_day date,
  for_starts text,
  for_ends text,
  words text not null default '',
  state text not null default 'open',
  -- Who said yes, of those who could.
  taken_by uuid references drivers on delete restrict,
  asked_at timestamptz not null,
  asked_by text,
  answered_at timestamptz,
  answered_by text,
  constraint shift_requests_kind_is_known check (kind in ('swap', 'give', 'take', 'offer')),
  constraint shift_requests_state_is_known check (state in ('open', 'accepted', 'done', 'refused', 'withdrawn', 'undone')),
  constraint shift_requests_are_asked_by_somebody check ((kind = 'offer') = (driver_id is null)),
  constraint shift_requests_swap_two check (
    (kind = 'swap') = (for_vehicle_id is not null and for_day is not null and for_starts is not null and for_ends is not null)),
  constraint shift_requests_swap_with_somebody check (kind <> 'swap' or to_driver_id is not null),
  constraint shift_requests_are_of_two check (driver_id is null or driver_id is distinct from to_driver_id)
);
create index shift_requests_by_day on shift_requests (day);
create index shift_requests_of_driver on shift_requests (driver_id);
create index shift_requests_to_driver on shift_requests (to_driver_id);
-- One question about one's shift at a time.
create unique index shift_requests_ask_once on shift_requests (driver_id, vehicle_id, day, starts) where state in ('open', 'accepted');

-- Whether what two drivers agreed on waits for the office: the company says so, and at first no.
alter table company add column confirms_shifts boolean not null default false;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'volante_app') then
    grant select, insert, update on shift_requests to volante_app;
  end if;
end $$;
