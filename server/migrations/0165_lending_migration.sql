-- What a lending point brought along from another system (docs/behaviour/lending.md#migration-from-another-system).

-- A second number of a device by which it is scanned, such as the barcode of the other system.
alter table device_item add column other_code text not null default '' check (length(other_code) <= 40);
create index device_item_other_code on device_item (point_id, lower(other_code)) where other_code <> '';

alter table private_borrower add column note text not null default '' check (length(note) <= 500);

-- Numbers and cards by which a borrower is known at a point since then.
create table lending_borrower_number (
  point_id uuid not null references lending_point (id) on delete cascade,
  number text not null check (length(number) between 1 and 60),
  person_id uuid references person (id) on delete cascade,
  private_id uuid references private_borrower (id) on delete cascade,
  created_at timestamptz not null,
  primary key (point_id, number),
  constraint lending_borrower_number_whose check (num_nonnulls(person_id, private_id) = 1),
  -- compared as it is stored
  check (number = lower(number))
);
create index lending_borrower_number_person on lending_borrower_number (person_id) where person_id is not null;
create index lending_borrower_number_private on lending_borrower_number (private_id) where private_id is not null;

-- Loans and reservations that were imported, each recognised by its number there or a keyed hash of its content.
create table lending_migrated (
  line_id uuid primary key references rental_line (id) on delete cascade,
  point_id uuid not null references lending_point (id) on delete cascade,
  kind text not null check (kind in ('loan', 'reservation')),
  key text not null check (length(key) between 1 and 120),
  -- no mail is sent about it before the desk starts reminders
  paused boolean not null default true,
  -- steps of the ladder of reminders are counted from here at the earliest; null: from the due day
  ladder_from date,
  unique (point_id, kind, key)
);
create index lending_migrated_paused on lending_migrated (point_id) where paused;
