-- Media and everything derived from them (docs/behaviour/catalogue.md).
create table media_item (
  identifier text primary key,
  fn_nr text,
  fn_titel text not null,
  fn_kurztext text not null default '',
  fn_text text not null default '',
  is_mediathek boolean not null default false,
  fn_geb text[] not null default '{}',
  fn_sprache text[] not null default '{}',
  fn_typ text not null,
  fn_adressat text[] not null default '{}',
  fn_schlag text[] not null default '{}',
  fn_prodname text not null default '',
  year integer,
  duration integer,
  url text,
  rights_note text,
  set_of text,
  recommended boolean not null default false,
  published date not null,
  -- free for everyone; false: licences decide
  free boolean not null default true,
  -- SHA-256 of the imported record: an unchanged record is not written again
  content_hash text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- counts edits by hand
  version integer not null default 1,
  -- fields changed by hand, which an import does not overwrite
  edited text[] not null default '{}',
  -- hidden from search, lists and pages until an editor restores it
  retired_at timestamptz,
  -- texts of cards with soft hyphens; null: not derived yet
  breaks jsonb,
  isbn text check (length(isbn) = 13),
  ean text check (length(ean) = 13),
  doi text check (length(doi) <= 200),
  -- the record that remains after a merge of duplicates
  merged_into text references media_item (identifier) on delete set null
);
create index media_item_fn_nr on media_item (fn_nr) where fn_nr is not null;
create index media_item_set_of on media_item (set_of) where set_of is not null;
create index media_item_retired on media_item (retired_at) where retired_at is not null;
create index media_item_url on media_item ("left"(url, 500)) where url is not null;
create index media_item_unbroken on media_item (identifier) where breaks is null;
create index media_item_isbn on media_item (isbn) where isbn is not null;
create index media_item_ean on media_item (ean) where ean is not null;
create index media_item_doi on media_item (doi) where doi is not null;
create index media_item_merged_into on media_item (merged_into) where merged_into is not null;
create index media_item_work on media_item (lower("left"(fn_titel, 200)), year, lower("left"(fn_prodname, 200)));

create table media_sequence (
  identifier text not null references media_item (identifier) on delete cascade,
  rank integer not null,
  start_s double precision not null,
  end_s double precision not null,
  title text not null,
  primary key (identifier, rank),
  check (end_s > start_s)
);

-- Change log that every search index follows.
create table media_change (
  seq bigint generated always as identity primary key,
  identifier text not null,
  at timestamptz not null default now()
);

-- Synonyms of administrators, in addition to the list of the product.
create table synonym_group (
  id uuid primary key,
  -- words or phrases as typed
  words text[] not null check (cardinality(words) between 2 and 20),
  -- the words, folded and sorted: no group is stored twice
  key text not null unique,
  changed_at timestamptz not null,
  changed_by uuid references person (id) on delete set null
);
create index synonym_group_changed_by on synonym_group (changed_by);

create table media_version (
  identifier text not null references media_item (identifier) on delete cascade,
  version integer not null,
  at timestamptz not null,
  person_id uuid references person (id) on delete set null,
  -- before, create, edit, bulk, retire, bring_back, undo
  what text not null check (what in ('before', 'import', 'create', 'edit', 'bulk', 'retire', 'bring_back', 'undo')),
  bulk_id uuid,
  -- fields and chapters after the change
  record jsonb not null,
  primary key (identifier, version)
);
create index media_version_person on media_version (person_id);
create index media_version_bulk on media_version (bulk_id) where bulk_id is not null;
create index media_version_at on media_version (at);

-- Excerpts of films, shared by a code of their own.
create table excerpt (
  id uuid primary key,
  identifier text not null references media_item (identifier) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  start_s double precision not null check (start_s >= 0),
  end_s double precision not null,
  title text not null check (length(title) between 1 and 80),
  share_code text unique,
  created_at timestamptz not null,
  deleted_at timestamptz,
  check (end_s > start_s)
);
create index excerpt_medium on excerpt (identifier, person_id);
create index excerpt_person on excerpt (person_id);
create index excerpt_deleted_at on excerpt (deleted_at) where deleted_at is not null;

-- Vectors of a language model (EMBEDDING_URL, EMBEDDING_MODULE). Empty if meaning is learned from the catalogue.
create table embedding_space (
  -- driver, model and prefixes
  space text primary key,
  -- null until the first reply
  dimensions integer check (dimensions > 0),
  -- the process that computes the vectors, and its lease
  worker text,
  leased_until timestamptz
);

create table media_embedding (
  identifier text not null references media_item (identifier) on delete cascade,
  space text not null references embedding_space (space) on delete cascade,
  -- content_hash of the medium, and SHA-256 of the text that was sent
  content_hash text not null,
  text_hash text not null,
  -- one byte for each dimension, from -127 to 127
  vector bytea not null,
  primary key (identifier, space)
);
create index media_embedding_space on media_embedding (space);

create table excerpt_bookmark (
  person_id uuid not null references person (id) on delete cascade,
  excerpt_id uuid not null references excerpt (id) on delete cascade,
  added_at timestamptz not null,
  primary key (person_id, excerpt_id)
);
create index excerpt_bookmark_excerpt on excerpt_bookmark (excerpt_id);

-- A new medium without rights yet, visible to its author and to editors (docs/behaviour/catalogue.md#drafts).
create table media_draft (
  identifier text primary key references media_item (identifier) on delete cascade,
  made_by uuid references person (id) on delete set null,
  created_at timestamptz not null
);
create index media_draft_made_by on media_draft (made_by);

-- Terms of a thesaurus the operator loaded, each with its preferred term.
create table thesaurus_term (
  term text not null,
  preferred text not null,
  loaded_at timestamptz not null,
  primary key (term, preferred)
);

-- One row: progress of the daily update of all search indexes, and of the trimming of the change log.
create table index_state (
  id boolean primary key default true check (id),
  -- last day whose changes are in the change log
  turned_on date not null,
  -- day a process is updating to, or has updated to last
  turning_to date,
  -- lease of the process that updates
  leased_until timestamptz,
  -- mean of all reviews, used in the ranking; null without reviews
  mean_rating double precision,
  -- highest number deleted from the change log: an index behind it is rebuilt
  trimmed_to bigint not null default 0
);
insert into index_state (turned_on) values ((now() at time zone 'Europe/Berlin')::date);

-- Number of people who had opened or bookmarked a medium at the last daily update.
create table indexed_use (
  identifier text primary key references media_item (identifier) on delete cascade,
  people integer not null check (people > 0)
);
