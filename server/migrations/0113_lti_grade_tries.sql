-- When a grade that a platform would not take for now is told again: by itself, so that it holds up no other.
alter table lti_grade add column tries integer not null default 0;
alter table lti_grade add column due_at timestamptz;
