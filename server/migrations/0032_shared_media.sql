-- Media people of a school share with each other and with all of the school (docs/behaviour/shared-media.md).
create table shared_medium (
  id uuid primary key,
  school_id text not null references school (id) on delete cascade,
  -- who gave it
  person_id uuid not null references person (id) on delete cascade,
  kind text not null check (kind in ('media', 'app', 'book')),
  identifier text not null,
  -- as it was called, for the day the catalogue does not have it any more
  title text not null,
  -- to all of the school, or to those in shared_receiver
  to_school boolean not null,
  message text not null check (length(message) <= 500),
  visible_from date,
  visible_until date not null,
  shared_at timestamptz not null,
  -- waiting, active and ended are worked out of the days and of whether whoever gave it still works at the school
  revoked_at timestamptz,
  check (visible_from <= visible_until)
);
create unique index shared_medium_school on shared_medium (school_id, person_id, identifier) where to_school;
create index shared_medium_person_id on shared_medium (person_id, identifier);
create index shared_medium_visible_until on shared_medium (visible_until);
create index shared_medium_revoked_at on shared_medium (revoked_at) where revoked_at is not null;

create table shared_receiver (
  shared_id uuid not null references shared_medium (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  opened boolean not null default false,
  archived boolean not null default false,
  primary key (shared_id, person_id)
);
create index shared_receiver_person on shared_receiver (person_id);

-- How many opened what all of the school has: a keyed hash of medium and person, which counts each once and names nobody.
create table shared_opened (
  shared_id uuid not null references shared_medium (id) on delete cascade,
  sign text not null,
  primary key (shared_id, sign)
);
