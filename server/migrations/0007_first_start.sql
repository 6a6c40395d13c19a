-- Set-up of a portal without a district (docs/behaviour/first-start.md).
-- One row until the first district exists.
create table first_start (
  only_one boolean primary key default true check (only_one),
  -- keyed hash of the token that opens the set-up page
  token_hash text,
  token_until timestamptz,
  -- saved steps, without the password
  draft jsonb not null default '{}',
  version integer not null default 0
);

-- Dismissed checklists. The state of each step is derived from the data.
create table district_checklist (
  district_id text primary key references district (id) on delete cascade,
  skipped text[] not null default '{}',
  hidden_at timestamptz
);
