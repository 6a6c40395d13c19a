-- Pairs of records that may be one work are found when media change, not by looking through all of them each time (docs/behaviour/duplicates.md#pairs).
drop index media_item_title;
create index media_item_work on media_item (lower(left(fn_titel, 200)), year, lower(left(fn_prodname, 200)));

-- The smaller identifier stands first.
create table media_pair (
  one text not null references media_item (identifier) on delete cascade,
  other text not null references media_item (identifier) on delete cascade,
  reason text not null check (reason in ('isbn', 'ean', 'doi', 'title')),
  primary key (one, other)
);
create index media_pair_other on media_pair (other);

-- How far the changes of the catalogue were looked through; no row: they were not yet.
create table media_pair_place (
  only_one boolean primary key default true check (only_one),
  changed_at timestamptz not null,
  identifier text not null
);
