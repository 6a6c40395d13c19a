-- Work to be done outside of requests, mail first of all; and the texts of the legal pages.
create table job (
  id uuid primary key,
  kind text not null,
  -- Emptied when the job is done: a mail holds personal data, and links that open things.
  payload jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'given_up')),
  attempts integer not null default 0,
  -- While somebody works on it: when it may be taken again, should that one have died.
  due_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index job_due on job (due_at) where state = 'waiting';
create index job_finished on job (finished_at) where state <> 'waiting';

-- Every version of every text; the highest one holds. Nothing is overwritten.
create table legal_version (
  -- 'operator', or a page: 'imprint', 'privacy', 'terms', 'accessibility'
  document text not null check (document in ('operator', 'imprint', 'privacy', 'terms', 'accessibility')),
  -- '' for the operator's details, which are the same in every language
  language text not null default '',
  version integer not null check (version > 0),
  -- null: from here on the template of the portal holds again
  content jsonb,
  author_id uuid references person (id) on delete set null,
  created_at timestamptz not null,
  primary key (document, language, version)
);
create index legal_version_author on legal_version (author_id);

create table contact_attempt (
  -- 'address:…' or 'copy:…', hashed
  key text not null,
  at timestamptz not null
);
create index contact_attempt_key on contact_attempt (key, at);
