-- Excerpts are given to classes, to colleagues and to the school, and marked, as whole media are (docs/behaviour/catalogue.md#excerpts).
-- Deleted by its maker: gone for everybody, and can be taken back for a day.
alter table excerpt add column deleted_at timestamptz;
create index excerpt_deleted_at on excerpt (deleted_at) where deleted_at is not null;

alter table class_media add column excerpt_id uuid references excerpt (id) on delete cascade;
alter table class_media drop constraint class_media_class_id_identifier_key;
alter table class_media add constraint class_media_once unique nulls not distinct (class_id, identifier, excerpt_id);
create index class_media_excerpt_id on class_media (excerpt_id);

alter table shared_medium add column excerpt_id uuid references excerpt (id) on delete cascade;
drop index shared_medium_school;
create unique index shared_medium_school on shared_medium (school_id, person_id, identifier, excerpt_id) nulls not distinct where to_school;
create index shared_medium_excerpt_id on shared_medium (excerpt_id);

create table excerpt_bookmark (
  person_id uuid not null references person (id) on delete cascade,
  excerpt_id uuid not null references excerpt (id) on delete cascade,
  added_at timestamptz not null,
  primary key (person_id, excerpt_id)
);
create index excerpt_bookmark_excerpt on excerpt_bookmark (excerpt_id);
