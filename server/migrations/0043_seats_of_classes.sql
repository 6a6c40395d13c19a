-- Seats given to a class, or to a group of it: one for each of its learners, as long as they are in it.
create table licence_class (
  id uuid primary key,
  licence_id uuid not null references licence (id) on delete cascade,
  class_id uuid not null references class (id) on delete cascade,
  group_id uuid references class_group (id) on delete cascade,
  assigned_by uuid references person (id) on delete set null,
  assigned_at timestamptz not null,
  unique nulls not distinct (licence_id, class_id, group_id)
);
create index licence_class_class on licence_class (class_id);
create index licence_class_group on licence_class (group_id) where group_id is not null;
create index licence_class_assigned_by on licence_class (assigned_by);

-- A seat of a learner code; and the class by which somebody has theirs.
alter table licence_seat
  add column learner_code_id uuid references learner_code (id) on delete cascade,
  add column licence_class_id uuid references licence_class (id) on delete set null,
  drop constraint licence_seat_check,
  add constraint licence_seat_holder check (num_nonnulls(person_id, school_id, learner_code_id) = 1),
  add constraint licence_seat_one check (school_id is not null or taken <= 1),
  drop constraint licence_seat_check1,
  add unique (licence_id, learner_code_id);
create index licence_seat_learner_code on licence_seat (learner_code_id) where learner_code_id is not null;
create index licence_seat_licence_class on licence_seat (licence_class_id) where licence_class_id is not null;

-- Teachers may take seats for classes they teach.
alter table licence_setting add column teachers_assign boolean not null default true;
