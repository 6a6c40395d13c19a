-- Whoever was taken out of a class does not come back by the join code it had then.
alter table class_member add column refused_code text;
