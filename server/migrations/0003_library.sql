-- A person's own shelf.
create table bookmark (
  person_id uuid not null references person (id) on delete cascade,
  identifier text not null references media_item (identifier) on delete cascade,
  added_at timestamptz not null default now(),
  primary key (person_id, identifier)
);
create index bookmark_identifier on bookmark (identifier);

create table history (
  person_id uuid not null references person (id) on delete cascade,
  identifier text not null references media_item (identifier) on delete cascade,
  position double precision not null default 0,
  last_used timestamptz not null default now(),
  primary key (person_id, identifier)
);
create index history_identifier on history (identifier);
create index history_person on history (person_id, last_used);
