-- Files that editors upload, the catalogue they edit, and the excerpts teachers make.

-- what its owner called the file
alter table media_file add column name text;
-- seconds
alter table media_file add column duration double precision;
-- where a package begins: its page, or the list of a film in pieces
alter table media_file add column start text;
-- null: came with the record; what was uploaded here outlives the record coming in anew
alter table media_file add column uploaded_at timestamptz;
create index media_file_path on media_file (path);

create table upload (
  id uuid primary key,
  identifier text not null references media_item (identifier) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  role text not null,
  name text not null,
  language text,
  label text,
  bytes bigint not null check (bytes > 0),
  -- sha-256 as the sender knows it
  sha256 text,
  state text not null default 'receiving' check (state in ('receiving', 'checking', 'done', 'refused')),
  -- code and details of a refusal, or what is noticed about a file that was taken
  problem jsonb,
  file_id uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index upload_identifier on upload (identifier);
create index upload_person on upload (person_id);
create index upload_changed on upload (changed_at);

-- Files taken from a medium: their bytes stay for 30 days; one that came with the record does not come back with it.
create table removed_file (
  id uuid primary key,
  identifier text not null references media_item (identifier) on delete cascade,
  path text not null,
  -- the row of media_file
  file jsonb not null,
  removed_by uuid references person (id) on delete set null,
  removed_at timestamptz not null,
  -- the bytes are gone
  emptied boolean not null default false
);
create index removed_file_identifier on removed_file (identifier);
create index removed_file_path on removed_file (path);
create index removed_file_removed on removed_file (removed_at);
create index removed_file_removed_by on removed_file (removed_by);

-- counts every change by hand
alter table media_item add column version integer not null default 1;
-- fields that were changed by hand: the record coming in anew leaves them as they are
alter table media_item add column edited text[] not null default '{}';
-- out of search, lists and pages; editors bring it back
alter table media_item add column retired_at timestamptz;
create index media_item_retired on media_item (retired_at) where retired_at is not null;

create table media_version (
  identifier text not null references media_item (identifier) on delete cascade,
  version integer not null,
  at timestamptz not null,
  person_id uuid references person (id) on delete set null,
  -- before, create, edit, bulk, retire, bring_back, undo
  what text not null,
  bulk_id uuid,
  -- the fields and chapters as they were from then on
  record jsonb not null,
  primary key (identifier, version)
);
create index media_version_person on media_version (person_id);
create index media_version_bulk on media_version (bulk_id) where bulk_id is not null;
create index media_version_at on media_version (at);

-- Excerpts of films that teachers keep; shared by a code of their own.
create table excerpt (
  id uuid primary key,
  identifier text not null references media_item (identifier) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  start_s double precision not null check (start_s >= 0),
  end_s double precision not null check (end_s > start_s),
  title text not null check (length(title) between 1 and 80),
  share_code text unique,
  created_at timestamptz not null
);
create index excerpt_medium on excerpt (identifier, person_id);
create index excerpt_person on excerpt (person_id);
