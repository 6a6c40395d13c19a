-- Theme, languages and texts of a district (docs/operate/appearance.md).
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

-- The bytes are in the storage under the digest.
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

-- Differences from the configuration: enabled, disabled or added languages.
create table language (
  code text primary key,
  enabled boolean not null,
  added_at timestamptz not null
);

create table text_override (
  locale text not null,
  key text not null,
  text text,
  base text,
  version integer not null,
  changed_at timestamptz not null,
  changed_by uuid references person (id) on delete set null,
  primary key (locale, key)
);
create index text_override_changed_by on text_override (changed_by);

create table text_override_version (
  locale text not null,
  version integer not null,
  messages jsonb not null,
  published_at timestamptz not null,
  published_by uuid references person (id) on delete set null,
  primary key (locale, version)
);
create index text_override_version_published_by on text_override_version (published_by);
