-- Change of the school year, once for a school and year (docs/behaviour/year-change.md).
create table year_change (
  id uuid primary key,
  school_id text not null references school (id) on delete cascade,
  -- '2026/27': the year that ends
  school_year text not null,
  -- choices for all classes, as `YearSettings` of the contract
  settings jsonb not null,
  version integer not null default 1,
  started_by uuid references person (id) on delete set null,
  started_at timestamptz not null,
  finished_by uuid references person (id) on delete set null,
  finished_at timestamptz,
  -- result in names of classes and counts
  report jsonb,
  unique (school_id, school_year)
);
create index year_change_started_by on year_change (started_by);
create index year_change_finished_by on year_change (finished_by);

-- Choice for a class; without a row the proposal applies.
create table year_change_class (
  change_id uuid not null references year_change (id) on delete cascade,
  class_id uuid not null references class (id) on delete cascade,
  choice text not null check (choice in ('carry', 'archive', 'leave')),
  name text not null check (length(name) between 1 and 60),
  grade integer check (grade between 1 and 13),
  -- created by this change
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
  -- data to undo the step: row counts, days and former states; emptied at the end
  undo jsonb not null,
  primary key (change_id, step)
);
create index year_change_step_done_by on year_change_step (done_by);
