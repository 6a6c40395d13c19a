-- A calendar that follows one's own loans, at an address only its owner knows (docs/behaviour/lending.md#orders).
create table lending_feed (
  person_id uuid primary key references person (id) on delete cascade,
  -- of what stands in the address
  hash text not null unique,
  made_at timestamptz not null
);
