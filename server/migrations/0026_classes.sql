-- Classes, their people, learner codes and media given to them (docs/behaviour/classes.md).
create table class (
  id uuid primary key,
  school_id text not null references school (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('class', 'course', 'group')),
  grade integer check (grade between 1 and 13),
  subject text,
  -- '2026/27'
  school_year text not null,
  -- captions, easy_language …: what media for this class need; nothing about a person
  needs text[] not null default '{}',
  join_policy text not null default 'closed' check (join_policy in ('closed', 'code', 'code_confirm')),
  join_code text unique,
  join_code_until date,
  picture_login boolean not null default false,
  video_room text,
  -- its name in the school's directory: name and members are kept there
  external_ref text,
  successor_id uuid references class (id) on delete set null,
  -- that nobody looks after it any more is worked out: see classes/policy.ts
  state text not null default 'active' check (state in ('active', 'archived', 'deleted')),
  state_since timestamptz not null,
  created_at timestamptz not null,
  version integer not null default 1,
  check ((join_code is null) = (join_code_until is null))
);
create unique index class_name on class (school_id, school_year, lower(name)) where state <> 'deleted';
create unique index class_external on class (school_id, school_year, external_ref) where external_ref is not null and state <> 'deleted';
create index class_successor on class (successor_id);
create index class_ended on class (state, state_since) where state <> 'active';

create table code_batch (
  id uuid primary key,
  school_id text not null references school (id) on delete cascade,
  class_id uuid references class (id) on delete set null,
  name text not null,
  count integer not null check (count between 1 and 200),
  valid_until date not null,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  printed_at timestamptz,
  -- keyed hash of what the sheet's own QR says: with it a teacher takes all its codes into another class
  sheet_hash text not null unique,
  -- … and the same to print it again, encrypted under a key derived from the portal's secret
  sheet_sealed text not null
);
create index code_batch_school on code_batch (school_id);
create index code_batch_class on code_batch (class_id);
create index code_batch_created_by on code_batch (created_by);

-- A way in for a learner without an account: no name, no address, nothing about a person but a label the teacher chose.
create table learner_code (
  id uuid primary key,
  school_id text not null references school (id) on delete cascade,
  -- keyed hash to look it up, and the code itself encrypted to print it again
  hash text not null unique,
  sealed text not null,
  label text not null check (length(label) between 1 and 40),
  -- three of twenty pictures, in their order
  pictures text[] check (cardinality(pictures) = 3),
  batch_id uuid references code_batch (id) on delete set null,
  valid_until date not null,
  state text not null check (state in ('prepared', 'issued', 'in_use', 'suspended', 'revoked')),
  state_since timestamptz not null,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  -- days, not moments
  first_used_on date,
  last_used_on date
);
create index learner_code_school on learner_code (school_id);
create index learner_code_batch on learner_code (batch_id);
create index learner_code_created_by on learner_code (created_by);
create index learner_code_valid_until on learner_code (valid_until);

create table class_member (
  id uuid primary key,
  class_id uuid not null references class (id) on delete cascade,
  person_id uuid references person (id) on delete cascade,
  code_id uuid references learner_code (id) on delete cascade,
  role text not null check (role in ('owner', 'teacher', 'student')),
  -- 'declined': was turned down and may ask again after a day
  state text not null check (state in ('active', 'applied', 'suspended', 'declined')),
  -- came by an invitation that is open to other schools
  guest boolean not null default false,
  joined_at timestamptz not null,
  state_since timestamptz not null,
  check ((person_id is null) <> (code_id is null)),
  check (code_id is null or role = 'student'),
  unique (class_id, person_id),
  unique (class_id, code_id)
);
create index class_member_person on class_member (person_id);
create index class_member_code on class_member (code_id);

create table class_group (
  id uuid primary key,
  class_id uuid not null references class (id) on delete cascade,
  name text not null check (length(name) between 1 and 40)
);
create unique index class_group_name on class_group (class_id, lower(name));

create table class_group_member (
  group_id uuid not null references class_group (id) on delete cascade,
  member_id uuid not null references class_member (id) on delete cascade,
  primary key (group_id, member_id)
);
create index class_group_member_member on class_group_member (member_id);

create table class_media (
  id uuid primary key,
  class_id uuid not null references class (id) on delete cascade,
  kind text not null check (kind in ('media', 'app', 'book')),
  identifier text not null,
  -- as it was called, for the day the catalogue does not have it any more
  title text not null,
  note text not null default '',
  visible_from date,
  visible_until date,
  can_download boolean not null default false,
  rank integer not null,
  shared_by uuid references person (id) on delete set null,
  shared_at timestamptz not null,
  unique (class_id, identifier),
  check (visible_from <= visible_until)
);
create index class_media_identifier on class_media (identifier);
create index class_media_shared_by on class_media (shared_by);

-- A session is a person's, or a learner code's.
alter table session alter column person_id drop not null;
alter table session add column code_id uuid references learner_code (id) on delete cascade;
alter table session add constraint session_whose check ((person_id is null) <> (code_id is null));
create index session_code on session (code_id);

delete from invitation where target = 'class';
alter table invitation add constraint invitation_class foreign key (class_id) references class (id) on delete cascade;
create index invitation_class on invitation (class_id);
