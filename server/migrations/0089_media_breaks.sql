-- Where the texts of cards may be broken, worked out when a record is stored: the texts with soft hyphens, of those fields that have any. Null: not worked
-- out yet; the hourly round does it.
alter table media_item add column breaks jsonb;
create index media_item_unbroken on media_item (identifier) where breaks is null;
