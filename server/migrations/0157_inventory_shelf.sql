-- An inventory may count the shelves whose names begin with these words; '' counts all.
alter table lending_inventory add column shelf text not null default '' check (length(shelf) <= 60);
