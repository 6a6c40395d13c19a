-- Where an upload's bytes were put that no medium has yet: whoever ends it knows what to remove.
alter table upload add column path text;
