-- What the district administrators decide: theme, languages, own texts; and who changed what.
create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  person_id uuid references person (id) on delete set null,
  what text not null,
  before jsonb,
  after jsonb
);
create index audit_log_at on audit_log (at);
create index audit_log_person on audit_log (person_id);

create table theme_version (
  id uuid primary key,
  state text not null check (state in ('published', 'draft', 'archive')),
  version integer not null,
  settings jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid references person (id) on delete set null,
  published_at timestamptz
);
create unique index theme_version_one_published on theme_version (state) where state = 'published';
create unique index theme_version_one_draft on theme_version (state) where state = 'draft';
create index theme_version_changed_by on theme_version (changed_by);

-- The bytes lie in the storage, named by their digest.
create table theme_picture (
  file text primary key,
  mime text not null check (mime in ('image/svg+xml', 'image/png')),
  bytes integer not null,
  width integer not null,
  height integer not null,
  added_at timestamptz not null,
  added_by uuid references person (id) on delete set null
);
create index theme_picture_added_by on theme_picture (added_by);

-- What differs from the configuration: switched on or off here, or added.
create table language (
  code text primary key,
  enabled boolean not null,
  added_at timestamptz not null
);

-- The own texts as they are worked on; a row without text was taken back and keeps its count.
create table own_text (
  locale text not null,
  key text not null,
  text text,
  base text,
  version integer not null,
  changed_at timestamptz not null,
  changed_by uuid references person (id) on delete set null,
  primary key (locale, key)
);
create index own_text_changed_by on own_text (changed_by);

create table text_version (
  locale text not null,
  version integer not null,
  messages jsonb not null,
  published_at timestamptz not null,
  published_by uuid references person (id) on delete set null,
  primary key (locale, version)
);
create index text_version_published_by on text_version (published_by);
