-- Media, their files, sequences and licences, and the log of changes that every search index follows.
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
  -- Free to everyone; false where licences decide.
  free boolean not null default true,
  -- sha-256 of the record as it came in: an unchanged one is not written again.
  content_hash text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index media_item_fn_nr on media_item (fn_nr) where fn_nr is not null;
create index media_item_set_of on media_item (set_of) where set_of is not null;

create table media_file (
  id uuid primary key default gen_random_uuid(),
  identifier text not null references media_item (identifier) on delete cascade,
  rank integer not null,
  role text not null,
  mime text not null,
  path text not null,
  language text,
  label text,
  bytes bigint not null default 0,
  sha256 text,
  width integer,
  height integer
);
create index media_file_identifier on media_file (identifier, rank);

create table media_sequence (
  identifier text not null references media_item (identifier) on delete cascade,
  rank integer not null,
  start_s double precision not null,
  end_s double precision not null check (end_s > start_s),
  title text not null,
  primary key (identifier, rank)
);

create table licence (
  id uuid primary key default gen_random_uuid(),
  identifier text not null references media_item (identifier) on delete cascade,
  scope text not null check (scope in ('free', 'district', 'school')),
  district_id text references district (id),
  school_id text references school (id),
  valid_from date,
  valid_to date,
  -- 0 is without limit
  seats integer not null default 0 check (seats >= 0),
  audience text not null default 'all' check (audience in ('all', 'teacher')),
  rights jsonb not null,
  check ((scope = 'district') = (district_id is not null)),
  check ((scope = 'school') = (school_id is not null))
);
create index licence_identifier on licence (identifier);
create index licence_district on licence (district_id) where district_id is not null;
create index licence_school on licence (school_id) where school_id is not null;
create index licence_valid_to on licence (valid_to) where valid_to is not null;
create index licence_valid_from on licence (valid_from) where valid_from is not null;

create table media_change (
  seq bigint generated always as identity primary key,
  identifier text not null,
  at timestamptz not null default now()
);
