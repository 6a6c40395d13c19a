-- The jobs, rate limits and identity of an installation (docs/behaviour/common.md).
create extension if not exists btree_gist;

create table job (
  id uuid primary key,
  kind text not null,
  -- emptied when the job is done: a mail holds personal data and secret links
  payload jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'given_up')),
  attempts integer not null default 0,
  -- while a process works on the job: when another one may take it, in case that one died
  due_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- attempts without an outcome, because the process died or froze
  lost_attempts integer not null default 0
);
create index job_finished on job (finished_at) where state <> 'waiting';
create index job_next on job (kind, (attempts > 0), due_at) where state = 'waiting';

-- Failed attempts by key, a keyed hash of an account name or an address.
create table attempt_limit (
  key text primary key,
  failures integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  blocked_until timestamptz,
  ends_at timestamptz not null default now() + interval '1 day'
);
create index attempt_limit_ends on attempt_limit (ends_at);

-- The data folder has the same id; the portal's secret must match the fingerprint.
create table installation (
  only_one boolean primary key default true check (only_one),
  id uuid not null,
  secret_fingerprint text not null,
  made_at timestamptz not null
);
