-- What the record that stays lacked and was given with a merge, so that it can be taken back (docs/behaviour/duplicates.md#what-moves).
alter table media_merge add column filled jsonb not null default '{}';
