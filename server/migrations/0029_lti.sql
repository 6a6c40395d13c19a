-- Learning platforms, LTI 1.1 and 1.3 (docs/behaviour/lti.md).
create table lti_platform (
  id uuid primary key,
  district_id text not null references district (id) on delete cascade,
  name text not null check (length(name) <= 120),
  product text not null default '' check (length(product) <= 120),
  state text not null default 'active' check (state in ('active', 'disabled')),
  -- compared exactly
  issuer text not null check (length(issuer) <= 255),
  client_id text not null check (length(client_id) <= 255),
  auth_url text not null,
  token_url text not null default '',
  jwks_url text not null,
  -- pages that may embed the portal in a frame
  origins text[] not null default '{}',
  dynamic boolean not null default false,
  last_visit_on date,
  version integer not null default 1,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  services text[] not null default '{}' check (services <@ array['grades', 'roster']),
  lti text not null default '1.3' check (lti in ('1.3', '1.1')),
  secret_sealed text,
  unique (issuer, client_id),
  check ((lti = '1.1') = (secret_sealed is not null)),
  check (lti = '1.3' or issuer = '')
);
create index lti_platform_district on lti_platform (district_id);
create index lti_platform_created_by on lti_platform (created_by);

-- Without a school no user signs in by it.
create table lti_deployment (
  id uuid primary key,
  platform_id uuid not null references lti_platform (id) on delete cascade,
  deployment text not null check (length(deployment) <= 255),
  school_id text references school (id) on delete set null,
  first_seen_at timestamptz not null,
  unique (platform_id, deployment)
);
create index lti_deployment_school on lti_deployment (school_id);

-- Links for dynamic registration.
create table lti_registration (
  id uuid primary key,
  district_id text not null references district (id) on delete cascade,
  school_id text not null references school (id) on delete cascade,
  token_hash text not null unique,
  created_by uuid references person (id) on delete set null,
  expires_at timestamptz not null,
  services text[] not null default '{}' check (services <@ array['grades', 'roster'])
);
create index lti_registration_district on lti_registration (district_id);
create index lti_registration_school on lti_registration (school_id);
create index lti_registration_created_by on lti_registration (created_by);
create index lti_registration_expires on lti_registration (expires_at);

-- A user of a platform at a school, without further data.
create table lti_user (
  id uuid primary key,
  platform_id uuid not null references lti_platform (id) on delete cascade,
  school_id text not null references school (id) on delete cascade,
  -- keyed hash of the user id of the platform
  subject_hash text not null,
  role text not null check (role in ('L', 'S')),
  last_seen_on date not null,
  code_id uuid references learner_code (id) on delete set null,
  subject_sealed text,
  unique (platform_id, school_id, subject_hash)
);
create index lti_user_school on lti_user (school_id);
create index lti_user_last_seen on lti_user (last_seen_on);
create unique index lti_user_code on lti_user (code_id) where code_id is not null;

-- Begun by a launch message, continued by a token in the memory of the page.
create table lti_visit (
  id uuid primary key,
  deployment_id uuid not null references lti_deployment (id) on delete cascade,
  school_id text not null references school (id) on delete cascade,
  -- null: the platform named no user
  user_id uuid references lti_user (id) on delete cascade,
  role text not null check (role in ('L', 'S')),
  -- what is opened, or where a selection is returned to
  target jsonb,
  pick jsonb,
  code_hash text unique,
  token_hash text unique,
  begun_at timestamptz not null,
  expires_at timestamptz not null,
  context text check (length(context) <= 255),
  course jsonb
);
create index lti_visit_deployment on lti_visit (deployment_id);
create index lti_visit_school on lti_visit (school_id);
create index lti_visit_user on lti_visit (user_id);
create index lti_visit_expires on lti_visit (expires_at);

-- States and nonces, valid once.
create table lti_once (
  key text primary key,
  expires_at timestamptz not null
);
create index lti_once_expires on lti_once (expires_at);

create table lti_key (
  kid text primary key,
  -- encrypted private key
  sealed text not null,
  public_jwk jsonb not null,
  -- published before, and kept for a while after the next key signs
  signs_from timestamptz not null,
  made_at timestamptz not null
);

-- A course of a platform and its class; class null: waits for the code of a class.
create table lti_course (
  id uuid primary key,
  class_id uuid not null references class (id) on delete cascade,
  deployment_id uuid references lti_deployment (id) on delete cascade,
  context text check (length(context) <= 255),
  title text not null default '' check (length(title) <= 255),
  code_hash text unique,
  code_until timestamptz,
  -- of the list of members; empty: not offered
  roster_url text not null default '' check (length(roster_url) <= 2000),
  roster_read_at timestamptz,
  -- of the last reading
  roster_problem text not null default '' check (length(roster_problem) <= 200),
  connected_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  unique (deployment_id, context),
  check ((deployment_id is null) = (context is null)),
  check ((code_hash is null) = (code_until is null))
);
create index lti_course_class on lti_course (class_id);
create index lti_course_connected_by on lti_course (connected_by);
create index lti_course_code_until on lti_course (code_until) where code_until is not null;

create table lti_course_member (
  course_id uuid not null references lti_course (id) on delete cascade,
  user_id uuid not null references lti_user (id) on delete cascade,
  primary key (course_id, user_id)
);
create index lti_course_member_user on lti_course_member (user_id);

-- An activity that opens an assignment, and its gradebook column.
create table lti_link (
  id uuid primary key,
  course_id uuid not null references lti_course (id) on delete cascade,
  link text not null check (length(link) <= 255),
  assignment_id uuid not null references assignment (id) on delete cascade,
  -- the gradebook column; empty: unknown
  lineitem text not null default '' check (length(lineitem) <= 2000),
  -- where one may be created; empty: not allowed
  lineitems text not null default '' check (length(lineitems) <= 2000),
  unique (course_id, link)
);
create index lti_link_assignment on lti_link (assignment_id);

-- Grades to send for a learner and an activity, retried until accepted.
create table lti_grade (
  link_id uuid not null references lti_link (id) on delete cascade,
  user_id uuid not null references lti_user (id) on delete cascade,
  -- hash of the last sent grade
  sent_hash text,
  waiting boolean not null default false,
  -- counts changes: a change during sending is sent next
  changes integer not null default 0,
  -- why the platform rejected it
  problem text not null default '' check (length(problem) <= 200),
  -- each grade is retried by itself, so that it delays no other
  tries integer not null default 0,
  due_at timestamptz,
  primary key (link_id, user_id)
);
create index lti_grade_user on lti_grade (user_id);
create index lti_grade_waiting on lti_grade (link_id) where waiting;
