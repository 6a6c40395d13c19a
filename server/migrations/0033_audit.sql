-- Audit log, erasures and the hourly round (docs/behaviour/common.md).
create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  person_id uuid references person (id) on delete set null,
  what text not null,
  before jsonb,
  after jsonb,
  -- the school and district in which it happened, and the person it concerns
  school_id text references school (id) on delete set null,
  district_id text references district (id) on delete set null,
  subject_id uuid references person (id) on delete set null
);
create index audit_log_at on audit_log (at);
create index audit_log_person on audit_log (person_id);
create index audit_log_school on audit_log (school_id, at);
create index audit_log_district on audit_log (district_id, at);
create index audit_log_subject on audit_log (subject_id);

create table erasure (
  person_hash text primary key,
  erased_at timestamptz not null
);
create index erasure_erased_at on erasure (erased_at);

-- Steps of the hourly round: last run, result and lease (docs/behaviour/common.md#hourly-round).
create table routine (
  name text primary key check (length(name) between 1 and 100),
  -- lease of the process that runs it
  leased_until timestamptz,
  due_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- null: succeeded
  error text check (length(error) <= 500),
  lost_attempts integer not null default 0
);

-- One row: whether the hourly round trusts the clock (docs/behaviour/common.md#a-clock-that-jumps).
create table sweep_clock (
  id integer primary key default 1 check (id = 1),
  -- last check at which the clock was trusted
  trusted_at timestamptz not null,
  -- since when the clock is far ahead of trusted_at; null: it is trusted
  doubted_since timestamptz,
  -- last check while it was not trusted
  seen_at timestamptz
);
