-- Somebody who belongs to a class and not to its school any more is forgotten after a while: since when, as the hourly round has found it.
alter table class_member add column outside_since date;
create index class_member_outside on class_member (outside_since) where outside_since is not null;
