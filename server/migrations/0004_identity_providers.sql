-- Sign-in by OpenID Connect and SAML, and deprovisioning (docs/behaviour/accounts.md#identity-providers).
-- The subject of an identity provider and its account. An e-mail address never links the two.
create table identity (
  provider text not null,
  subject text not null,
  person_id uuid not null references person (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- schools the provider named at the last sign-in
  schools text[] not null default '{}',
  unnamed text[] not null default '{}' check (unnamed <@ array['school', 'role']),
  unnamed_count integer not null default 0,
  unnamed_since timestamptz,
  -- roles by school as the provider named them: {"school": ["L", "S"]}
  roles jsonb not null default '{}',
  -- schools at which the provider no longer lists the person, until the district decides
  unlisted text[] not null default '{}',
  -- since when the account is due for erasure because no school lists the person
  unlisted_at timestamptz,
  primary key (provider, subject)
);
create index identity_person on identity (person_id);

create table oidc_request (
  hash text primary key,
  provider text not null,
  browser text not null,
  nonce text not null,
  verifier text not null,
  person_id uuid references person (id) on delete cascade,
  claims jsonb,
  expires_at timestamptz not null
);
create index oidc_request_expires on oidc_request (expires_at);
create index oidc_request_person on oidc_request (person_id) where person_id is not null;

-- Logout tokens that were received: none is accepted twice.
create table oidc_logout (
  provider text not null,
  jti text not null,
  at timestamptz not null,
  primary key (provider, jti)
);

-- Daily lists of people of an identity provider.
create table people_list (
  provider text primary key check (length(provider) <= 40),
  asked_at timestamptz not null,
  -- when the last complete list was received
  read_at timestamptz,
  error text check (length(error) <= 500),
  known integer not null default 0,
  left_school integer not null default 0,
  ended integer not null default 0
);

-- A school that so many people left at once that deprovisioning waits for a decision.
create table paused_school (
  provider text not null check (length(provider) <= 40),
  school_id text not null references school (id) on delete cascade,
  state text not null check (state in ('waiting', 'confirmed', 'rejected')),
  known integer not null,
  missing integer not null,
  since timestamptz not null,
  decided_at timestamptz,
  primary key (provider, school_id)
);
create index paused_school_school on paused_school (school_id);

-- Number of days before the end of a SAML certificate at which the last warning was sent.
create table certificate_notice (
  fingerprint text primary key check (length(fingerprint) <= 100),
  days integer not null,
  at timestamptz not null
);
