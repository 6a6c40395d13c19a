-- What was used lately is found without reading what was used ever.
create index history_used on history (last_used);
create index bookmark_added on bookmark (added_at);
