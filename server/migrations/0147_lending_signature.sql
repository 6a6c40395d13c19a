-- Whoever receives devices at the desk signs for them, where the point wants it (docs/behaviour/lending.md#signatures).
alter table lending_point add column signature boolean not null default false;

create table lending_signature (
  line_id uuid primary key references rental_line (id) on delete cascade,
  -- the borrower, where they signed themselves; null: somebody else, or somebody private
  person_id uuid references person (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  -- what was drawn, as the server wrote it from checked points; empty: the name was typed
  path text not null default '' check (length(path) <= 6000 and path ~ '^[ML0-9 ]*$'),
  signed_at timestamptz not null
);
create index lending_signature_person on lending_signature (person_id) where person_id is not null;
