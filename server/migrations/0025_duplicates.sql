-- Duplicate records and their merges (docs/behaviour/duplicates.md).
create table media_merge (
  id uuid primary key,
  kept text not null references media_item (identifier) on delete cascade,
  gone text not null unique references media_item (identifier) on delete cascade,
  merged_at timestamptz not null,
  merged_by uuid references person (id) on delete set null,
  -- fields the remaining record received, so that the merge can be undone
  filled jsonb not null default '{}'
);
create index media_merge_kept on media_merge (kept);
create index media_merge_at on media_merge (merged_at);
create index media_merge_merged_by on media_merge (merged_by);

-- Rows that moved with a merge, by their id or their person, so that they can move back.
create table media_merge_row (
  merge_id uuid not null references media_merge (id) on delete cascade,
  table_name text not null check (length(table_name) <= 63),
  row_id uuid,
  person_id uuid references person (id) on delete cascade,
  was text check (length(was) <= 1000)
);
create index media_merge_row_merge on media_merge_row (merge_id, table_name);
create index media_merge_row_person on media_merge_row (person_id) where person_id is not null;

-- Pairs that are no duplicates; the smaller identifier is first.
create table media_apart (
  one text not null references media_item (identifier) on delete cascade,
  other text not null references media_item (identifier) on delete cascade,
  decided_at timestamptz not null,
  decided_by uuid references person (id) on delete set null,
  primary key (one, other)
);
create index media_apart_other on media_apart (other);
create index media_apart_decided_by on media_apart (decided_by);

-- Candidates, found when media change; the smaller identifier is first.
create table media_pair (
  one text not null references media_item (identifier) on delete cascade,
  other text not null references media_item (identifier) on delete cascade,
  reason text not null check (reason in ('isbn', 'ean', 'doi', 'title')),
  primary key (one, other)
);
create index media_pair_other on media_pair (other);

-- Position in the changes of the catalogue; no row: none was read.
create table media_pair_place (
  only_one boolean primary key default true check (only_one),
  changed_at timestamptz not null,
  identifier text not null
);
