-- The second factor: authenticator apps and passkeys, and codes for the day both are lost.
create table second_factor (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null default '',
  -- of a 'totp': encrypted under a key derived from the portal's secret
  secret text,
  -- … and the half minute whose code was used last: none is used twice
  last_step bigint not null default 0,
  -- of a 'passkey', base64url
  credential_id text unique,
  public_key text,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index second_factor_person on second_factor (person_id);

create table recovery_code (
  person_id uuid not null references person (id) on delete cascade,
  -- keyed hash
  hash text not null,
  primary key (person_id, hash)
);

-- Somebody who has shown their password, and not yet the rest; or who is setting a factor up. Only the hash of what the browser holds.
create table sign_in_step (
  hash text primary key,
  person_id uuid not null references person (id) on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'setup')),
  stay boolean not null default false,
  -- what a passkey has to sign
  challenge text,
  -- of an authenticator app that is being set up, encrypted
  secret text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_step_person on sign_in_step (person_id);
create index sign_in_step_expires on sign_in_step (expires_at);
