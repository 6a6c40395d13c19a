-- What products are found by, folded once and not at each search (docs/behaviour/marketplace.md#screens).
alter table product add column words text collate "C" generated always as (lower(title || E'\n' || publisher || E'\n' || number || E'\n' || about)) stored;
