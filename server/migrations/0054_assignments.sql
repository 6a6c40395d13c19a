-- What a class is to do with media, and what became of it (docs/behaviour/assignments.md).
create table assignment (
  id uuid primary key,
  class_id uuid not null references class (id) on delete cascade,
  title text not null check (length(title) between 1 and 120),
  instructions text not null default '' check (length(instructions) <= 5000),
  visible_from date,
  due_at timestamptz,
  -- null: without limit
  attempts integer check (attempts between 1 and 10),
  attempt_counts text not null default 'best' check (attempt_counts in ('best', 'last', 'first')),
  -- draft, scheduled, active and closed are worked out
  published_at timestamptz,
  closed_at timestamptz,
  archived boolean not null default false,
  -- the media list it was made of
  list_id uuid references medialist (id) on delete set null,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  version integer not null default 1
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

-- Nobody named: all of the class.
create table assignment_target (
  assignment_id uuid not null references assignment (id) on delete cascade,
  group_id uuid references class_group (id) on delete cascade,
  member_id uuid references class_member (id) on delete cascade,
  check (num_nonnulls(group_id, member_id) = 1),
  unique nulls not distinct (assignment_id, group_id, member_id)
);
create index assignment_target_group on assignment_target (group_id);
create index assignment_target_member on assignment_target (member_id);

-- What a learner did of a step. It goes with their membership, and some days after the school year.
create table assignment_work (
  step_id uuid not null references assignment_step (id) on delete cascade,
  member_id uuid not null references class_member (id) on delete cascade,
  -- of the film: [[from, to], …] in seconds
  watched jsonb not null default '[]',
  -- what reports are held against; nobody is shown them
  opened_at timestamptz not null,
  reported_at timestamptz not null,
  -- seconds they were at it in all, as far as reports say
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
  -- more was claimed than there was time for
  doubt boolean not null default false,
  wants_help boolean not null default false,
  by_teacher boolean not null default false,
  comment text not null default '' check (length(comment) <= 1000),
  commented_by uuid references person (id) on delete set null,
  primary key (step_id, member_id)
);
create index assignment_work_member on assignment_work (member_id);
create index assignment_work_commented_by on assignment_work (commented_by);
