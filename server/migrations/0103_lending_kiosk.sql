-- A tablet at a lending point where borrowers bring back and collect by themselves (docs/behaviour/lending.md#kiosk).
create table lending_kiosk (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- of the code it is paired with; null: it was, or the time is over
  code_hash text unique,
  code_until timestamptz,
  -- of the cookie of the tablet; null: it is not paired yet
  token_hash text unique,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  -- the last time somebody brought or took something there
  seen_at timestamptz not null
);
create index lending_kiosk_point on lending_kiosk (point_id);
create index lending_kiosk_creator on lending_kiosk (created_by);

-- What somebody shows there: a code of their own, which they make and end.
create table lending_card (
  person_id uuid primary key references person (id) on delete cascade,
  hash text not null unique,
  sealed text not null,
  made_at timestamptz not null
);

-- Collected there without the desk, and free again at once when it is back.
alter table device_model add column self_service boolean not null default false;
