-- Versions of the legal pages. The highest version is in force; none is overwritten.
create table legal_version (
  -- 'operator', or a page: 'imprint', 'privacy', 'terms', 'accessibility'
  document text not null check (document in ('operator', 'imprint', 'privacy', 'terms', 'accessibility')),
  -- '' for the operator's details, which are the same in every language
  language text not null default '',
  version integer not null check (version > 0),
  -- null: the portal's template is in force again
  content jsonb,
  author_id uuid references person (id) on delete set null,
  created_at timestamptz not null,
  primary key (document, language, version)
);
create index legal_version_author on legal_version (author_id);
