-- Districts, schools, people and their sessions.
create extension if not exists btree_gist;

create table district (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now()
);

create table school (
  id text primary key,
  district_id text not null references district (id),
  name text not null,
  number text not null,
  street text not null default '',
  postcode text not null default '',
  city text not null default '',
  created_at timestamptz not null default now(),
  unique (district_id, number)
);
create index school_district on school (district_id);

create table person (
  id uuid primary key,
  -- Both are compared folded to lower case; either signs in.
  email text,
  username text,
  password_hash text,
  vorname text not null default '',
  name text not null default '',
  -- 'L' teacher, '' learner or administrator without teaching role
  role text not null default '',
  school_admin text not null default '0' check (school_admin in ('0', '1', '2')),
  district_admin text not null default '0' check (district_admin in ('0', '1')),
  capabilities text[] not null default '{}',
  school_id text references school (id),
  district_id text references district (id),
  locale text,
  state text not null default 'active' check (state in ('active', 'blocked')),
  created_at timestamptz not null default now()
);
create unique index person_email on person (lower(email));
create unique index person_username on person (lower(username));
create index person_school on person (school_id);
create index person_district on person (district_id);

create table session (
  -- sha-256 of the cookie's value, hexadecimal
  id_hash text primary key,
  person_id uuid not null references person (id) on delete cascade,
  stay boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_person on session (person_id);
create index session_expires on session (expires_at);

create table sign_in_attempt (
  -- 'account:…' or 'address:…'
  key text not null,
  at timestamptz not null default now()
);
create index sign_in_attempt_key on sign_in_attempt (key, at);
