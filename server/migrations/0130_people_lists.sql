-- Other portals say once a day whom they list (docs/behaviour/accounts.md#deprovisioning).
-- Schools at which the other portal no longer lists somebody, while the district decides whether that is right.
alter table identity add column unlisted text[] not null default '{}';
-- Since when the account is to be erased because nobody lists it any more.
alter table identity add column unlisted_at timestamptz;

create table people_list (
  provider text primary key check (length(provider) <= 40),
  asked_at timestamptz not null,
  -- When the last complete answer came; what follows is of it.
  read_at timestamptz,
  error text check (length(error) <= 500),
  known integer not null default 0,
  left_school integer not null default 0,
  ended integer not null default 0
);

-- A school at which so many are missing at once that nothing is done until somebody has decided.
create table paused_school (
  provider text not null check (length(provider) <= 40),
  school_id text not null references school on delete cascade,
  state text not null check (state in ('waiting', 'confirmed', 'rejected')),
  known integer not null,
  missing integer not null,
  since timestamptz not null,
  decided_at timestamptz,
  primary key (provider, school_id)
);
create index paused_school_school on paused_school (school_id);

-- How many days before its end a certificate of SAML was warned of last.
create table certificate_notice (
  fingerprint text primary key check (length(fingerprint) <= 100),
  days integer not null,
  at timestamptz not null
);
