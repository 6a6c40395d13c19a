-- Classes, their members, learner codes and media (docs/behaviour/classes.md).
create table class (
  id uuid primary key,
  school_id text not null references school (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('class', 'course', 'group')),
  grade integer check (grade between 1 and 13),
  subject text,
  -- '2026/27'
  school_year text not null,
  -- what media for this class need; no data about a person
  needs text[] not null default '{}' check (needs <@ array['captions', 'easy_language', 'no_sound', 'audio_description']),
  join_policy text not null default 'closed' check (join_policy in ('closed', 'code', 'code_confirm')),
  join_code text unique,
  join_code_until date,
  picture_login boolean not null default false,
  video_room text,
  -- its name in the school's directory, which maintains name and members
  external_ref text,
  successor_id uuid references class (id) on delete set null deferrable,
  -- a class without a teacher is derived: see classes/policy.ts
  state text not null default 'active' check (state in ('active', 'archived', 'deleted')),
  state_since timestamptz not null,
  created_at timestamptz not null,
  version integer not null default 1,
  media_order_version integer not null default 1,
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
  -- keyed hash of the QR code of the sheet, by which a teacher moves all its codes into another class
  sheet_hash text not null unique,
  -- the QR code, encrypted, to print the sheet again
  sheet_sealed text not null
);
create index code_batch_school on code_batch (school_id);
create index code_batch_class on code_batch (class_id);
create index code_batch_created_by on code_batch (created_by);

-- A sign-in for a learner without an account: no personal data except a label the teacher chose.
create table learner_code (
  id uuid primary key,
  school_id text not null references school (id) on delete cascade,
  -- keyed hash for the lookup; `sealed` is the encrypted code for printing
  hash text not null unique,
  sealed text not null,
  label text not null check (length(label) between 1 and 40),
  -- three of twenty pictures in their order
  pictures text[] check (cardinality(pictures) = 3),
  batch_id uuid references code_batch (id) on delete set null,
  valid_until date not null,
  state text not null check (state in ('prepared', 'issued', 'in_use', 'suspended', 'revoked')),
  state_since timestamptz not null,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  -- days, not times
  first_used_on date,
  last_used_on date
);
create index learner_code_school on learner_code (school_id);
create index learner_code_batch on learner_code (batch_id);
create index learner_code_created_by on learner_code (created_by);
create index learner_code_valid_until on learner_code (valid_until);
alter table session add constraint session_code_id_fkey foreign key (code_id) references learner_code (id) on delete cascade;

create table class_member (
  id uuid primary key,
  class_id uuid not null references class (id) on delete cascade,
  person_id uuid references person (id) on delete cascade,
  code_id uuid references learner_code (id) on delete cascade,
  role text not null check (role in ('owner', 'teacher', 'student')),
  -- 'declined': may ask again after a day
  state text not null check (state in ('active', 'applied', 'suspended', 'declined')),
  -- joined by an invitation that is open to other schools
  guest boolean not null default false,
  joined_at timestamptz not null,
  state_since timestamptz not null,
  -- since when the member no longer belongs to the school of the class
  outside_since date,
  refused_code text,
  -- when the teacher last opened the results
  results_seen_at timestamptz,
  unique (class_id, code_id),
  unique (class_id, person_id),
  check ((person_id is null) <> (code_id is null)),
  check (code_id is null or role = 'student')
);
create index class_member_person on class_member (person_id);
create index class_member_code on class_member (code_id);
create index class_member_outside on class_member (outside_since) where outside_since is not null;

create table class_group (
  id uuid primary key,
  class_id uuid not null references class (id) on delete cascade,
  name text not null check (length(name) between 1 and 40),
  version integer not null default 1
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
  -- title at the time, for the case that the medium is deleted
  title text not null,
  note text not null default '',
  visible_from date,
  visible_until date,
  can_download boolean not null default false,
  rank integer not null,
  shared_by uuid references person (id) on delete set null,
  shared_at timestamptz not null,
  excerpt_id uuid references excerpt (id) on delete cascade,
  version integer not null default 1,
  constraint class_media_once unique nulls not distinct (class_id, identifier, excerpt_id),
  check (visible_from <= visible_until)
);
create index class_media_identifier on class_media (identifier);
create index class_media_shared_by on class_media (shared_by);
create index class_media_excerpt_id on class_media (excerpt_id);

-- Media that learners ask for and may not open (docs/behaviour/classes.md#questions).
create table class_question (
  id uuid primary key,
  class_id uuid not null references class (id) on delete cascade,
  identifier text not null references media_item (identifier) on delete cascade,
  -- shown to members who may not see the medium
  title text not null,
  -- last time the open question was asked
  asked_at timestamptz not null,
  answer text check (answer in ('shared', 'declined')),
  reason text check (reason in ('no_licence', 'later', 'not_fitting')),
  answered_by uuid references person (id) on delete set null,
  answered_at timestamptz,
  unique (class_id, identifier),
  check ((answer is null) = (answered_at is null)),
  check ((reason is not null) = coalesce(answer = 'declined', false))
);
create index class_question_identifier on class_question (identifier);
create index class_question_answered_by on class_question (answered_by);

-- Each learner asks once. The names are shown to no one.
create table class_question_asker (
  question_id uuid not null references class_question (id) on delete cascade,
  member_id uuid not null references class_member (id) on delete cascade,
  primary key (question_id, member_id)
);
create index class_question_asker_member on class_question_asker (member_id);
