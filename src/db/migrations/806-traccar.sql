alter table connections drop constraint connections_provider_is_known;
alter table connections add constraint connections_provider_is_known check (provider in ('uber', 'bolt', 'cartrack', 'traccar'));
