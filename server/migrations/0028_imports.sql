-- Sources of media, their runs and items (docs/behaviour/imports.md).
create table import_source (
  id uuid primary key,
  district_id text not null references district (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  prefix text not null unique check (length(prefix) between 2 and 40),
  licence text not null check (licence in ('free', 'none', 'district')),
  same text not null check (same in ('join', 'apart')),
  words jsonb not null,
  -- mapping of columns to fields
  plan jsonb,
  -- of OAI-PMH; null: files are uploaded
  address text check (length(address) <= 500),
  metadata_prefix text check (length(metadata_prefix) <= 60),
  oai_set text not null default '' check (length(oai_set) <= 200),
  schedule text not null default 'off' check (schedule in ('off', 'daily', 'weekly')),
  due_at timestamptz,
  -- responseDate of the last complete harvest; `token` and its date continue an interrupted one
  since text,
  began text,
  token text,
  version integer not null default 1,
  changed_at timestamptz not null,
  changed_by uuid references person (id) on delete set null,
  prune boolean not null default false,
  granularity text check (granularity in ('day', 'second')),
  deleted_record text check (deleted_record in ('no', 'transient', 'persistent')),
  compression text[] not null default '{}',
  -- null: the repository was not asked yet
  identified_at timestamptz,
  -- the run that started a complete list; null: an incremental harvest
  whole_list uuid
);
create index import_source_district on import_source (district_id, name);
create index import_source_due on import_source (due_at) where due_at is not null;
create index import_source_changed_by on import_source (changed_by);

create table import_run (
  id uuid primary key,
  district_id text not null references district (id) on delete cascade,
  source_id uuid references import_source (id) on delete set null,
  source_name text not null default '',
  kind text not null check (kind in ('file', 'harvest')),
  file_name text not null default '' check (length(file_name) <= 200),
  -- size of the file, which is in the storage in parts until the run ends
  bytes bigint not null default 0,
  received bigint not null default 0,
  parts integer not null default 0,
  format text not null default '',
  headers text[] not null default '{}',
  plan jsonb,
  state text not null check (state in ('uploading', 'waiting', 'running', 'looked', 'done', 'failed', 'cancelled')),
  look boolean not null,
  problem text
    check (problem in ('format', 'plan', 'lost', 'unreachable', 'address', 'refused', 'no_oai', 'unknown_format', 'circle', 'bad_reply',
      'given_up', 'too_complex')),
  problem_detail text not null default '' check (length(problem_detail) <= 500),
  progress_done bigint not null default 0,
  progress_total bigint not null default 0,
  -- counts, notes and samples of the records up to `read`
  report jsonb not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  made_by uuid references person (id) on delete set null
);
create index import_run_district on import_run (district_id, created_at);
create index import_run_source on import_run (source_id, created_at);
create index import_run_made_by on import_run (made_by);

create table import_refusal (
  run_id uuid not null references import_run (id) on delete cascade,
  rank integer not null,
  line integer not null,
  field text not null,
  reason text not null,
  value text not null,
  primary key (run_id, rank)
);

-- The source of each medium: no other source changes or removes it.
create table import_item (
  identifier text primary key references media_item (identifier) on delete cascade,
  -- prefix and district of the source, kept if the source is deleted
  prefix text not null check (length(prefix) between 1 and 40),
  district_id text references district (id) on delete set null,
  -- imported before the format had a prefix: the identifier is the one of the file
  bare boolean not null default false,
  -- last complete harvest that contained it
  seen_by uuid
);
create index import_item_prefix on import_item (prefix, bare);
create index import_item_district on import_item (district_id);
