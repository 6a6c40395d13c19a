-- Files of media, uploads and excerpts (docs/behaviour/files.md).
create table media_file (
  id uuid primary key default gen_random_uuid(),
  identifier text not null references media_item (identifier) on delete cascade,
  rank integer not null,
  role text not null check (role in ('main', 'caption', 'chapters', 'transcript', 'material', 'poster', 'audio_description')),
  mime text not null,
  path text not null,
  language text,
  label text,
  bytes bigint not null default 0,
  sha256 text,
  width integer,
  height integer,
  -- file name at upload
  name text,
  -- seconds
  duration double precision,
  -- start page of a package, or playlist of a segmented film
  start text,
  -- null: from the record; an uploaded file is kept when the record is imported again
  uploaded_at timestamptz,
  -- whether a film or sound has an audio track; null if unknown
  sound boolean,
  -- units, notices and external hosts of a package or exercise; null for other files and older uploads
  package jsonb
);
create index media_file_identifier on media_file (identifier, rank);
create index media_file_path on media_file (path);

-- By medium and path, because an import gives files new ids.
create table download (
  person_id uuid not null references person (id) on delete cascade,
  identifier text not null references media_item (identifier) on delete cascade,
  path text not null,
  at timestamptz not null,
  primary key (person_id, identifier, path)
);
create index download_identifier on download (identifier);
create index download_person on download (person_id, at);

create table upload (
  id uuid primary key,
  identifier text not null references media_item (identifier) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  role text not null check (role in ('main', 'caption', 'chapters', 'transcript', 'material', 'poster', 'audio_description')),
  name text not null,
  language text,
  label text,
  bytes bigint not null check (bytes > 0),
  -- SHA-256 as sent by the client
  sha256 text,
  state text not null default 'receiving' check (state in ('receiving', 'checking', 'asking', 'converting', 'done', 'refused')),
  -- error code and details, or a warning about an accepted file
  problem jsonb,
  file_id uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- where the bytes are stored until a medium has them
  path text,
  -- encoding the editor has chosen for a text
  encoding text,
  -- whether the film or sound is to be converted; null until the editor has decided
  convert boolean,
  -- progress of the conversion in percent
  converted integer check (converted between 0 and 100)
);
create index upload_identifier on upload (identifier);
create index upload_person on upload (person_id);
create index upload_changed on upload (changed_at);

-- Files removed from a medium. Their bytes are kept for 30 days, and an import does not restore them.
create table removed_file (
  id uuid primary key,
  identifier text not null references media_item (identifier) on delete cascade,
  path text not null,
  -- the row of media_file
  file jsonb not null,
  removed_by uuid references person (id) on delete set null,
  removed_at timestamptz not null,
  -- the bytes are deleted
  emptied boolean not null default false
);
create index removed_file_identifier on removed_file (identifier);
create index removed_file_path on removed_file (path);
create index removed_file_removed on removed_file (removed_at);
create index removed_file_removed_by on removed_file (removed_by);

-- Hosts from which exercises and packages may load content.
create table content_host (
  host text primary key check (length(host) between 3 and 253),
  added_at timestamptz not null
);
