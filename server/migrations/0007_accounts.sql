-- What a person does with an account: sessions one can name and end, links in mails, limited attempts.
alter table session add column id uuid not null default gen_random_uuid();
create unique index session_id on session (id);
-- browser and system in words, such as 'Firefox · Windows'; never an address
alter table session add column device text not null default '';

-- mails a person does not want, by the names of contract/src/notifications.ts
alter table person add column muted text[] not null default '{}';
-- when the school was last reminded that somebody waits for approval, and how often
alter table person add column reminded integer not null default 0;

-- Links of mails: only the hash of what stands in the address.
create table account_token (
  hash text primary key,
  kind text not null check (kind in ('register', 'reset', 'email')),
  person_id uuid not null references person (id) on delete cascade,
  -- of an 'email': the address it will be
  email text,
  -- the job that made it: a job that is done twice makes one
  request_id uuid unique,
  -- of a 'reset': the second factor was shown
  confirmed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index account_token_person on account_token (person_id, kind);
create index account_token_expires on account_token (expires_at);

-- Failures by key (a keyed hash of an account name or an address); one row while there are any.
create table attempt_limit (
  key text primary key,
  failures integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  blocked_until timestamptz
);
create index attempt_limit_last on attempt_limit (last_at);
drop table sign_in_attempt;

-- Browsers a person has signed in with: a new one is told by mail.
create table known_device (
  person_id uuid not null references person (id) on delete cascade,
  device text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (person_id, device)
);
