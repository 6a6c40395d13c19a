-- Whom an OpenID provider means: never found by an e-mail address (docs/behaviour/accounts.md#identity-providers).
create table identity (
  provider text not null,
  subject text not null,
  person_id uuid not null references person (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (provider, subject)
);
create index identity_person on identity (person_id);

-- Somebody who was sent to a provider and has not come back yet; or has, and is to say whether they have an account here.
create table oidc_visit (
  -- sha-256 of the state, later of the token the browser holds
  hash text primary key,
  provider text not null,
  -- of the browser that began: nobody else finishes
  browser text not null,
  nonce text not null,
  verifier text not null,
  -- who is adding this provider to their account
  person_id uuid references person (id) on delete cascade,
  -- what came back, until it belongs to an account
  claims jsonb,
  expires_at timestamptz not null
);
create index oidc_visit_expires on oidc_visit (expires_at);

alter table session add column oidc_provider text;
alter table session add column oidc_subject text;
alter table session add column oidc_sid text;
create index session_oidc on session (oidc_provider, oidc_subject);

-- Logout tokens that were seen: none counts twice.
create table oidc_logout (
  provider text not null,
  jti text not null,
  at timestamptz not null,
  primary key (provider, jti)
);

-- A sign-in by a provider that still waits for the second factor: provider, subject and session there.
alter table sign_in_step add column oidc jsonb;
