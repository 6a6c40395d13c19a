-- What learners of a class ask its teachers for: media they may not open (docs/behaviour/classes.md#questions).
create table class_question (
  id uuid primary key,
  class_id uuid not null references class (id) on delete cascade,
  identifier text not null references media_item (identifier) on delete cascade,
  -- as it was called, for those who may not know of it
  title text not null,
  -- the last time somebody asked while it was open
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

-- Each asks once; who it was is told to nobody.
create table class_question_asker (
  question_id uuid not null references class_question (id) on delete cascade,
  member_id uuid not null references class_member (id) on delete cascade,
  primary key (question_id, member_id)
);
create index class_question_asker_member on class_question_asker (member_id);
