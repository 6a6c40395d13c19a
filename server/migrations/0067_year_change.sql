-- The walk from one school year into the next, one a school and a year (docs/behaviour/year-change.md).
create table year_change (
  id uuid primary key,
  school_id text not null references school (id) on delete cascade,
  -- '2026/27': the one that ends
  school_year text not null,
  -- what was chosen for all classes at once, as `YearSettings` of the contract
  settings jsonb not null,
  version integer not null default 1,
  started_by uuid references person (id) on delete set null,
  started_at timestamptz not null,
  finished_by uuid references person (id) on delete set null,
  finished_at timestamptz,
  -- what became of everything, in names of classes and numbers
  report jsonb,
  unique (school_id, school_year)
);
create index year_change_started_by on year_change (started_by);
create index year_change_finished_by on year_change (finished_by);

-- What was chosen for a class; without a row what is proposed.
create table year_change_class (
  change_id uuid not null references year_change (id) on delete cascade,
  class_id uuid not null references class (id) on delete cascade,
  choice text not null check (choice in ('carry', 'archive', 'leave')),
  name text not null check (length(name) between 1 and 60),
  grade integer check (grade between 1 and 13),
  -- made by this walk
  successor_id uuid references class (id) on delete set null,
  primary key (change_id, class_id)
);
create index year_change_class_class on year_change_class (class_id);
create index year_change_class_successor on year_change_class (successor_id);

create table year_change_step (
  change_id uuid not null references year_change (id) on delete cascade,
  step text not null check (step in ('classes', 'groups', 'codes', 'contents', 'cards')),
  done_by uuid references person (id) on delete set null,
  done_at timestamptz not null,
  counts jsonb not null,
  -- what it takes to undo it: numbers of rows, and days and states they had; emptied at the end of the walk
  undo jsonb not null,
  primary key (change_id, step)
);
create index year_change_step_done_by on year_change_step (done_by);
