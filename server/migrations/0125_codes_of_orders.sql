-- Seats of what was bought are wanted as codes to hand out (docs/behaviour/marketplace.md#orders).
alter table purchase_order add column codes boolean not null default false;
