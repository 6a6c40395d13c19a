-- A person's bookmarks, history, downloads, saved searches and wishes (docs/behaviour/library.md).
create table history (
  person_id uuid not null references person (id) on delete cascade,
  identifier text not null references media_item (identifier) on delete cascade,
  "position" double precision not null default 0,
  last_used timestamptz not null default now(),
  primary key (person_id, identifier)
);
create index history_identifier on history (identifier);
create index history_person on history (person_id, last_used);
-- Finds recent uses without reading all.
create index history_used on history (last_used);

create table saved_search (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  name text not null,
  scope text not null check (scope in ('search', 'catalogue')),
  -- query string of the search screen
  query text not null,
  alert text not null default 'off' check (alert in ('off', 'weekly', 'daily')),
  -- the last alert, or when alerts were enabled
  last_run timestamptz not null,
  -- when the person last opened the search
  seen_at timestamptz not null,
  created_at timestamptz not null
);
create index saved_search_person on saved_search (person_id);

create table shelf_setting (
  person_id uuid primary key references person (id) on delete cascade,
  keep_history boolean not null
);

create table wish (
  id uuid primary key,
  identifier text not null,
  -- a wish is kept if its medium is deleted
  title text not null,
  person_id uuid not null references person (id) on delete cascade,
  -- the school that decides; null: the district
  school_id text references school (id) on delete cascade,
  note text not null default '' check (length(note) <= 300),
  state text not null default 'open' check (state in ('open', 'examined', 'planned', 'ordered', 'declined')),
  answer text not null default '' check (length(answer) <= 300),
  decided_by uuid references person (id) on delete set null,
  at timestamptz not null,
  changed_at timestamptz not null,
  -- the order that fulfilled the wish; a cancelled order restores `state_before`
  order_id uuid,
  state_before text check (state_before in ('open', 'examined', 'planned')),
  answer_before text not null default '' check (length(answer_before) <= 300),
  unique (person_id, identifier)
);
create index wish_school on wish (school_id, state);
create index wish_decided_by on wish (decided_by);
create index wish_order on wish (order_id);

-- One level of folders. The bookmarks of a deleted folder remain.
create table bookmark_folder (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null,
  unique (person_id, id)
);
create unique index bookmark_folder_name on bookmark_folder (person_id, lower(name));

-- The title is kept if the medium is deleted.
create table bookmark (
  person_id uuid not null references person (id) on delete cascade,
  identifier text not null,
  added_at timestamptz not null default now(),
  title text not null default '',
  note text not null default '' check (length(note) <= 300),
  rank integer,
  folder_id uuid,
  primary key (person_id, identifier),
  constraint bookmark_folder_id_fkey foreign key (person_id, folder_id)
    references bookmark_folder (person_id, id) on delete set null (folder_id)
);
create index bookmark_identifier on bookmark (identifier);
create index bookmark_added on bookmark (added_at);
create index bookmark_folder_id on bookmark (person_id, folder_id);
