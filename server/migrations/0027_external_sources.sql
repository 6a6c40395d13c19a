-- External sources of a district (docs/behaviour/external-sources.md).
-- Keys are encrypted with the portal's secret.
create table external_source (
  id uuid primary key,
  district_id text not null references district (id) on delete cascade,
  kind text not null check (kind in ('edu_sharing', 'oersi', 'mundo', 'sru', 'oai_pmh', 'arix', 'commons')),
  label text not null check (length(label) between 1 and 60),
  address text not null check (length(address) <= 500),
  scope text not null check (length(scope) <= 200),
  account text not null check (length(account) <= 200),
  key_sealed text,
  enabled boolean not null,
  teachers_only boolean not null,
  advertising boolean not null,
  sign_in boolean not null,
  rank integer not null,
  version integer not null default 1,
  changed_at timestamptz not null,
  changed_by uuid references person (id) on delete set null
);
create index external_source_district on external_source (district_id, rank);
create index external_source_changed_by on external_source (changed_by);

-- Every checked source has a row.
create table source_check (
  source_id uuid primary key references external_source (id) on delete cascade,
  checked_at timestamptz not null,
  -- null: the source responds
  problem text check (problem in ('address', 'unreachable', 'timeout', 'redirect', 'too_large', 'refused', 'bad_reply')),
  status integer,
  -- first of consecutive failures
  failing_since timestamptz,
  check ((problem is null) = (failing_since is null))
);
create index source_check_checked_at on source_check (checked_at);
