-- Media lists of teachers and editors (docs/behaviour/medialists.md).
create table medialist (
  id uuid primary key,
  -- null: of a person without a school, or of a district
  school_id text references school (id) on delete cascade,
  -- of an editorial list
  district_id text references district (id) on delete cascade,
  -- null: of a district, or of an erased person
  owner_id uuid references person (id) on delete set null,
  title text not null check (length(title) between 1 and 120),
  -- sanitised HTML
  description text not null default '',
  visibility text not null check (visibility in ('private', 'school', 'editorial')),
  subjects text[] not null default '{}' check (cardinality(subjects) <= 5),
  grades text[] not null default '{}' check (cardinality(grades) <= 7),
  planned_for date,
  -- 'auto', 'none' or an identifier
  cover text not null default 'auto',
  archived boolean not null default false,
  deleted_at timestamptz,
  -- since when the list has no owner
  locked_since timestamptz,
  source_list_id uuid references medialist (id) on delete set null,
  -- of fields and items
  version integer not null default 1,
  content_version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((visibility = 'editorial') = (district_id is not null)),
  check (visibility <> 'editorial' or school_id is null),
  check (visibility <> 'school' or school_id is not null)
);
create index medialist_school on medialist (school_id, updated_at);
create index medialist_district on medialist (district_id) where district_id is not null;
create index medialist_owner on medialist (owner_id, updated_at);
create index medialist_source on medialist (source_list_id);
create index medialist_planned_for on medialist (planned_for) where planned_for is not null;
create index medialist_deleted_at on medialist (deleted_at) where deleted_at is not null;

create table medialist_item (
  id uuid primary key,
  list_id uuid not null references medialist (id) on delete cascade,
  -- between the ranks of its neighbours: a move changes one row
  rank text collate "C" not null,
  kind text not null check (kind in ('media', 'sequence', 'app', 'book', 'external', 'heading', 'text')),
  identifier text,
  -- title of the medium at the time; the name of a section, a link or a heading
  title text not null check (length(title) <= 300),
  start_s double precision check (start_s >= 0),
  end_s double precision,
  url text check (length(url) <= 2000),
  body text not null default '' check (length(body) <= 2000),
  note_teacher text not null default '' check (length(note_teacher) <= 1000),
  note_learner text not null default '' check (length(note_learner) <= 1000),
  visible_to_learners boolean not null default true,
  version integer not null default 1,
  added_by uuid references person (id) on delete set null,
  added_at timestamptz not null,
  -- can be restored for a day
  removed_at timestamptz,
  check ((kind in ('media', 'sequence', 'app', 'book')) = (identifier is not null)),
  check ((kind = 'sequence') = (start_s is not null and end_s is not null)),
  check (end_s > start_s),
  check ((kind = 'external') = (url is not null))
);
create index medialist_item_list on medialist_item (list_id, rank);
create index medialist_item_identifier on medialist_item (identifier);
create index medialist_item_added_by on medialist_item (added_by);
create index medialist_item_removed_at on medialist_item (removed_at) where removed_at is not null;

-- Colleagues with whom the list is edited.
create table medialist_member (
  list_id uuid not null references medialist (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  role text not null check (role in ('viewer', 'editor')),
  added_at timestamptz not null,
  primary key (list_id, person_id)
);
create index medialist_member_person on medialist_member (person_id);

-- Releases to a class, a group, a member, or without any of these to the school of the list.
create table medialist_release (
  id uuid primary key,
  list_id uuid not null references medialist (id) on delete cascade,
  class_id uuid references class (id) on delete cascade,
  group_id uuid references class_group (id) on delete cascade,
  member_id uuid references class_member (id) on delete cascade,
  visible_from date,
  visible_until date not null,
  can_download boolean not null default false,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  -- scheduled, active, ended and suspended are derived
  revoked_at timestamptz,
  check (visible_from <= visible_until),
  check (num_nonnulls(group_id, member_id) <= 1),
  check (num_nonnulls(group_id, member_id) = 0 or class_id is not null)
);
create unique index medialist_release_once on medialist_release (list_id, class_id, group_id, member_id) nulls not distinct
  where revoked_at is null;
create index medialist_release_class on medialist_release (class_id);
create index medialist_release_group on medialist_release (group_id);
create index medialist_release_member on medialist_release (member_id);
create index medialist_release_created_by on medialist_release (created_by);
create index medialist_release_visible_until on medialist_release (visible_until);
create index medialist_release_revoked_at on medialist_release (revoked_at) where revoked_at is not null;

-- Links that open a list without an account; with `substitute` a stand-in teacher teaches with it on one day.
create table medialist_link (
  id uuid primary key,
  list_id uuid not null references medialist (id) on delete cascade,
  kind text not null check (kind in ('link', 'substitute')),
  name text not null default '',
  -- keyed hashes of code and QR code
  token_hash text not null unique,
  code_hash text not null unique,
  -- both, encrypted, to show them again
  sealed text not null,
  password_hash text,
  -- last day; expired and blocked are derived
  valid_until date not null,
  open_count integer not null default 0 check (open_count >= 0),
  last_opened_on date,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index medialist_link_list on medialist_link (list_id, created_at);
create index medialist_link_created_by on medialist_link (created_by);
create index medialist_link_valid_until on medialist_link (valid_until);
create index medialist_link_revoked_at on medialist_link (revoked_at) where revoked_at is not null;
alter table session add constraint session_link_id_fkey foreign key (link_id) references medialist_link (id) on delete cascade;
