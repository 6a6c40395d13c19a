-- Identifies this installation: the data folder has the same id, and the portal's secret must match the fingerprint.
create table installation (
  only_one boolean primary key default true check (only_one),
  id uuid not null,
  secret_fingerprint text not null,
  made_at timestamptz not null
);
