-- A search that was kept names its scope as the contract does; `csearch` is only the name of a screen.
alter table saved_search drop constraint saved_search_scope_check;
update saved_search set scope = 'catalogue' where scope = 'csearch';
alter table saved_search add constraint saved_search_scope_check check (scope in ('search', 'catalogue'));
