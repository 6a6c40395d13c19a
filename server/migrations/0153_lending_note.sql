-- Notes of the desk of a lending point on a borrower.
create table lending_note (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  person_id uuid references person (id) on delete cascade,
  private_id uuid references private_borrower (id) on delete cascade,
  text text not null check (length(text) between 1 and 500),
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  constraint lending_note_whose check (num_nonnulls(person_id, private_id) = 1)
);
create index lending_note_point on lending_note (point_id);
create index lending_note_person on lending_note (person_id, point_id);
create index lending_note_private on lending_note (private_id);
create index lending_note_author on lending_note (created_by);
