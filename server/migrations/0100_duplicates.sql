-- Media that were two records of one work, and pairs that are not (docs/behaviour/duplicates.md).
alter table media_item add column merged_into text references media_item (identifier) on delete set null;
create index media_item_merged_into on media_item (merged_into) where merged_into is not null;

create table media_merge (
  id uuid primary key,
  kept text not null references media_item (identifier) on delete cascade,
  gone text not null unique references media_item (identifier) on delete cascade,
  merged_at timestamptz not null,
  merged_by uuid references person (id) on delete set null
);
create index media_merge_kept on media_merge (kept);
create index media_merge_at on media_merge (merged_at);
create index media_merge_merged_by on media_merge (merged_by);

-- What moved with it, so that it can move back: by its id, or by whose it is.
create table media_merge_row (
  merge_id uuid not null references media_merge (id) on delete cascade,
  table_name text not null check (length(table_name) <= 63),
  row_id uuid,
  person_id uuid references person (id) on delete cascade,
  was text check (length(was) <= 1000)
);
create index media_merge_row_merge on media_merge_row (merge_id, table_name);
create index media_merge_row_person on media_merge_row (person_id) where person_id is not null;

-- The smaller identifier stands first.
create table media_apart (
  one text not null references media_item (identifier) on delete cascade,
  other text not null references media_item (identifier) on delete cascade,
  decided_at timestamptz not null,
  decided_by uuid references person (id) on delete set null,
  primary key (one, other)
);
create index media_apart_other on media_apart (other);
create index media_apart_decided_by on media_apart (decided_by);
