-- Numbers that name a work everywhere: by them a record of another source is known to be the same work.
alter table media_item
  add column isbn text check (length(isbn) = 13),
  add column ean text check (length(ean) = 13),
  add column doi text check (length(doi) <= 200);
create index media_item_isbn on media_item (isbn) where isbn is not null;
create index media_item_ean on media_item (ean) where ean is not null;
create index media_item_doi on media_item (doi) where doi is not null;
