-- Learning platforms (LTI 1.3) that a district lets in, who came from them, and the keys we sign with.
create table lti_platform (
  id uuid primary key,
  district_id text not null references district (id) on delete cascade,
  name text not null check (length(name) <= 120),
  product text not null default '' check (length(product) <= 120),
  state text not null default 'active' check (state in ('active', 'disabled')),
  -- compared sign by sign
  issuer text not null check (length(issuer) <= 255),
  client_id text not null check (length(client_id) <= 255),
  auth_url text not null,
  token_url text not null default '',
  jwks_url text not null,
  -- whose pages may hold ours in a frame
  origins text[] not null default '{}',
  dynamic boolean not null default false,
  last_visit_on date,
  version integer not null default 1,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  unique (issuer, client_id)
);
create index lti_platform_district on lti_platform (district_id);
create index lti_platform_created_by on lti_platform (created_by);

-- A part of a platform, and whose it is: without a school nobody comes in by it.
create table lti_deployment (
  id uuid primary key,
  platform_id uuid not null references lti_platform (id) on delete cascade,
  deployment text not null check (length(deployment) <= 255),
  school_id text references school (id) on delete set null,
  first_seen_at timestamptz not null,
  unique (platform_id, deployment)
);
create index lti_deployment_school on lti_deployment (school_id);

-- A link by which a platform registers itself.
create table lti_registration (
  id uuid primary key,
  district_id text not null references district (id) on delete cascade,
  school_id text not null references school (id) on delete cascade,
  token_hash text not null unique,
  created_by uuid references person (id) on delete set null,
  expires_at timestamptz not null
);
create index lti_registration_district on lti_registration (district_id);
create index lti_registration_school on lti_registration (school_id);
create index lti_registration_created_by on lti_registration (created_by);
create index lti_registration_expires on lti_registration (expires_at);

-- Somebody of a platform at a school, of whom nothing else is known.
create table lti_user (
  id uuid primary key,
  platform_id uuid not null references lti_platform (id) on delete cascade,
  school_id text not null references school (id) on delete cascade,
  -- keyed hash of what the platform calls them
  subject_hash text not null,
  role text not null check (role in ('L', 'S')),
  last_seen_on date not null,
  unique (platform_id, school_id, subject_hash)
);
create index lti_user_school on lti_user (school_id);
create index lti_user_last_seen on lti_user (last_seen_on);

-- A visit: begun by a message of the platform, kept open by a token in the memory of the page.
create table lti_visit (
  id uuid primary key,
  deployment_id uuid not null references lti_deployment (id) on delete cascade,
  school_id text not null references school (id) on delete cascade,
  -- null: the platform did not say who it is
  user_id uuid references lti_user (id) on delete cascade,
  role text not null check (role in ('L', 'S')),
  -- what is opened, or what a choice is answered to; of both there may be neither
  target jsonb,
  pick jsonb,
  code_hash text unique,
  token_hash text unique,
  begun_at timestamptz not null,
  expires_at timestamptz not null
);
create index lti_visit_deployment on lti_visit (deployment_id);
create index lti_visit_school on lti_visit (school_id);
create index lti_visit_user on lti_visit (user_id);
create index lti_visit_expires on lti_visit (expires_at);

-- What is good once: states, nonces.
create table lti_once (
  key text primary key,
  expires_at timestamptz not null
);
create index lti_once_expires on lti_once (expires_at);

create table lti_key (
  kid text primary key,
  -- the private key, encrypted
  sealed text not null,
  public_jwk jsonb not null,
  -- shown before, and for a while after the next one signs
  signs_from timestamptz not null,
  made_at timestamptz not null
);
