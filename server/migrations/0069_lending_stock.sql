-- What a device cost and how long it lasts, and counting what is there (docs/behaviour/lending.md#stock, #inventory).
alter table device_item
  add column bought_on date,
  add column price_cents integer check (price_cents >= 0),
  add column supplier text not null default '' check (length(supplier) <= 120),
  add column warranty_until date,
  -- until when it is planned to last
  add column ends_on date;

-- a lost device that is there again
alter table device_record drop constraint device_record_kind_check;
alter table device_record add constraint device_record_kind_check
  check (kind in ('issue', 'return', 'check', 'repair', 'release', 'lose', 'find', 'retire'));

-- one goes on at a point at a time
create table lending_inventory (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  begun_at timestamptz not null,
  finished_at timestamptz,
  -- how many of what there were, and what was not in order, as `InventoryReport` of the contract; null: it goes on
  report jsonb,
  check ((finished_at is null) = (report is null))
);
create index lending_inventory_point on lending_inventory (point_id);
create unique index lending_inventory_open on lending_inventory (point_id) where finished_at is null;

-- what was seen, by its code alone; gone once the inventory is finished
create table inventory_scan (
  inventory_id uuid not null references lending_inventory (id) on delete cascade,
  -- in small letters
  folded text not null,
  code text not null check (length(code) between 1 and 40),
  -- where it was seen; '': not said
  shelf text not null default '' check (length(shelf) <= 60),
  -- of the scan, so that one that is sent again hears the same
  key uuid,
  at timestamptz not null,
  primary key (inventory_id, folded)
);
