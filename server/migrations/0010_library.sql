-- More of a person's own shelf: notes and an order on bookmarks, kept searches, downloads, and whether a history is kept.

-- A bookmark outlives its medium: the title it had stays.
alter table bookmark drop constraint bookmark_identifier_fkey;
alter table bookmark add column title text not null default '';
alter table bookmark add column note text not null default '' check (length(note) <= 300);
-- place in the person's own order; null: never placed
alter table bookmark add column place integer;
update bookmark set title = media_item.fn_titel from media_item where media_item.identifier = bookmark.identifier;

create table saved_search (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  name text not null,
  scope text not null check (scope in ('search', 'csearch')),
  -- what stands after the question mark of the search screen
  query text not null,
  alert text not null default 'off' check (alert in ('off', 'weekly', 'daily')),
  -- the last alert, or when the alert was switched on
  last_run timestamptz not null,
  -- when the person last opened it
  seen_at timestamptz not null,
  created_at timestamptz not null
);
create index saved_search_person on saved_search (person_id);

-- By medium and path: files get new ids when a record comes in anew.
create table download (
  person_id uuid not null references person (id) on delete cascade,
  identifier text not null references media_item (identifier) on delete cascade,
  path text not null,
  at timestamptz not null,
  primary key (person_id, identifier, path)
);
create index download_identifier on download (identifier);
create index download_person on download (person_id, at);

create table shelf_setting (
  person_id uuid primary key references person (id) on delete cascade,
  keep_history boolean not null
);
