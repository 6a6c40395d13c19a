-- Groups, media and their order in a class say how often they were changed, so that nobody overwrites what they have not seen
-- (docs/behaviour/classes.md#concurrent-changes).
alter table class_group add column version integer not null default 1;
alter table class_media add column version integer not null default 1;
alter table class add column media_order_version integer not null default 1;
