-- What a user did to many licences in one act, so that it can be taken back.
create table licence_bulk (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  at timestamptz not null,
  -- of each licence its id, its version afterwards, and the terms it had before; null where it was entered
  rows jsonb not null,
  undone_at timestamptz
);
create index licence_bulk_person on licence_bulk (person_id);
