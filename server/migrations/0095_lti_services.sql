-- Courses of learning platforms that go with a class, what of their grades was said to the platform, and which of its services the portal may ask.
alter table lti_platform
  add column services text[] not null default '{}' check (services <@ array['grades', 'roster']);
alter table lti_registration
  add column services text[] not null default '{}' check (services <@ array['grades', 'roster']);

-- A course of a platform and its class here; without a course it waits for its code to be typed there.
create table lti_course (
  id uuid primary key,
  class_id uuid not null references class (id) on delete cascade,
  deployment_id uuid references lti_deployment (id) on delete cascade,
  context text check (length(context) <= 255),
  title text not null default '' check (length(title) <= 255),
  code_hash text unique,
  code_until timestamptz,
  -- where the platform gives the list of its members; empty: it does not
  roster_url text not null default '' check (length(roster_url) <= 2000),
  roster_read_at timestamptz,
  -- why it could not be read last
  roster_problem text not null default '' check (length(roster_problem) <= 200),
  connected_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  unique (deployment_id, context),
  check ((deployment_id is null) = (context is null)),
  check ((code_hash is null) = (code_until is null))
);
create index lti_course_class on lti_course (class_id);
create index lti_course_connected_by on lti_course (connected_by);
create index lti_course_code_until on lti_course (code_until) where code_until is not null;

-- In a class of ours somebody of a platform is a learner with a code; what the platform calls them is kept, encrypted, to tell it their grades.
alter table lti_user
  add column code_id uuid references learner_code (id) on delete set null,
  add column subject_sealed text;
create unique index lti_user_code on lti_user (code_id) where code_id is not null;

create table lti_course_member (
  course_id uuid not null references lti_course (id) on delete cascade,
  user_id uuid not null references lti_user (id) on delete cascade,
  primary key (course_id, user_id)
);
create index lti_course_member_user on lti_course_member (user_id);

-- Which course of the platform the visit began in, and what of its services was named.
alter table lti_visit
  add column context text check (length(context) <= 255),
  add column course jsonb;

-- An activity of a course that opens an assignment, and where the platform takes its grades.
create table lti_link (
  id uuid primary key,
  course_id uuid not null references lti_course (id) on delete cascade,
  link text not null check (length(link) <= 255),
  assignment_id uuid not null references assignment (id) on delete cascade,
  -- the column of the gradebook; empty: not known yet
  lineitem text not null default '' check (length(lineitem) <= 2000),
  -- where one may be made; empty: the platform does not let us
  lineitems text not null default '' check (length(lineitems) <= 2000),
  unique (course_id, link)
);
create index lti_link_assignment on lti_link (assignment_id);

-- What is said to a platform of one learner and one activity: written first, then sent, as often as it takes.
create table lti_grade (
  link_id uuid not null references lti_link (id) on delete cascade,
  user_id uuid not null references lti_user (id) on delete cascade,
  -- what was sent last, as a hash
  sent_hash text,
  waiting boolean not null default false,
  -- of what is to be said: what changes while it is being sent waits on
  changes integer not null default 0,
  -- why the platform did not take it
  problem text not null default '' check (length(problem) <= 200),
  primary key (link_id, user_id)
);
create index lti_grade_user on lti_grade (user_id);
create index lti_grade_waiting on lti_grade (link_id) where waiting;
