-- Media that colleagues share with each other (docs/behaviour/shared-media.md).
create table shared_medium (
  id uuid primary key,
  school_id text not null references school (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  kind text not null check (kind in ('media', 'app', 'book')),
  identifier text not null,
  title text not null,
  to_school boolean not null,
  message text not null check (length(message) <= 500),
  visible_from date,
  visible_until date not null,
  shared_at timestamptz not null,
  revoked_at timestamptz,
  excerpt_id uuid references excerpt (id) on delete cascade,
  check (visible_from <= visible_until)
);
create index shared_medium_person_id on shared_medium (person_id, identifier);
create index shared_medium_visible_until on shared_medium (visible_until);
create index shared_medium_revoked_at on shared_medium (revoked_at) where revoked_at is not null;
create unique index shared_medium_school on shared_medium (school_id, person_id, identifier, excerpt_id) nulls not distinct where to_school;
create index shared_medium_excerpt_id on shared_medium (excerpt_id);

create table shared_receiver (
  shared_id uuid not null references shared_medium (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  opened boolean not null default false,
  archived boolean not null default false,
  primary key (shared_id, person_id)
);
create index shared_receiver_person on shared_receiver (person_id);

create table shared_opened (
  shared_id uuid not null references shared_medium (id) on delete cascade,
  hash text not null,
  primary key (shared_id, hash)
);
