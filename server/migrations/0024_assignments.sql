-- Assignments of classes and the work of learners (docs/behaviour/assignments.md).
create table assignment (
  id uuid primary key,
  class_id uuid not null references class (id) on delete cascade,
  title text not null check (length(title) between 1 and 120),
  instructions text not null default '' check (length(instructions) <= 5000),
  visible_from date,
  due_at timestamptz,
  -- null: unlimited
  attempts integer check (attempts between 1 and 10),
  attempt_counts text not null default 'best' check (attempt_counts in ('best', 'last', 'first')),
  -- draft, scheduled, active and closed are derived
  published_at timestamptz,
  closed_at timestamptz,
  archived boolean not null default false,
  -- the media list it was created from
  list_id uuid references medialist (id) on delete set null,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  version integer not null default 1,
  remind_days integer not null default 1 check (remind_days between 0 and 14)
);
create index assignment_class on assignment (class_id);
create index assignment_list on assignment (list_id);
create index assignment_created_by on assignment (created_by);

create table assignment_step (
  id uuid primary key,
  assignment_id uuid not null references assignment (id) on delete cascade,
  rank integer not null,
  kind text not null check (kind in ('media', 'sequence', 'app', 'book', 'external', 'text')),
  identifier text,
  title text not null check (length(title) <= 300),
  start_s double precision check (start_s >= 0),
  end_s double precision,
  url text check (length(url) <= 2000),
  task text not null default '' check (length(task) <= 1000),
  completion text not null check (completion in ('viewed', 'score', 'self_marked', 'answer_text')),
  pass_percent integer check (pass_percent between 0 and 100),
  check ((kind in ('media', 'sequence', 'app', 'book')) = (identifier is not null)),
  check ((kind = 'sequence') = (start_s is not null and end_s is not null)),
  check (end_s > start_s),
  check ((kind = 'external') = (url is not null)),
  check ((completion = 'score') = (pass_percent is not null))
);
create index assignment_step_assignment on assignment_step (assignment_id, rank);

-- Without a row: the whole class.
create table assignment_target (
  assignment_id uuid not null references assignment (id) on delete cascade,
  group_id uuid references class_group (id) on delete cascade,
  member_id uuid references class_member (id) on delete cascade,
  unique nulls not distinct (assignment_id, group_id, member_id),
  check (num_nonnulls(group_id, member_id) = 1)
);
create index assignment_target_group on assignment_target (group_id);
create index assignment_target_member on assignment_target (member_id);

-- Work of a learner on one step. Deleted with the membership, and some days after the school year.
create table assignment_work (
  step_id uuid not null references assignment_step (id) on delete cascade,
  member_id uuid not null references class_member (id) on delete cascade,
  -- watched parts of the film: [[from, to], …] in seconds
  watched jsonb not null default '[]',
  -- not shown; limits what the player may report
  opened_at timestamptz not null,
  reported_at timestamptz not null,
  -- reported seconds of presence
  present_s double precision not null default 0,
  started boolean not null default false,
  attempts integer not null default 0,
  wrong_in_a_row integer not null default 0,
  score_first integer check (score_first between 0 and 100),
  score_last integer check (score_last between 0 and 100),
  score_best integer check (score_best between 0 and 100),
  answer text not null default '' check (length(answer) <= 3000),
  completed_at timestamptz,
  late boolean not null default false,
  -- more was reported than the elapsed time allows
  doubt boolean not null default false,
  wants_help boolean not null default false,
  by_teacher boolean not null default false,
  comment text not null default '' check (length(comment) <= 1000),
  commented_by uuid references person (id) on delete set null,
  -- data of the units of a SCORM package, by unit: { state, status, scaled }
  units jsonb not null default '{}',
  -- feedback the learner has not opened yet
  unread_feedback boolean not null default false,
  primary key (step_id, member_id)
);
create index assignment_work_member on assignment_work (member_id);
create index assignment_work_commented_by on assignment_work (commented_by);
create index assignment_work_unread on assignment_work (member_id) where unread_feedback;
