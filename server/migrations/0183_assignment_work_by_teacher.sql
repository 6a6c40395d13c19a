-- A teacher's comment or correction on a step the learner has not opened is no activity of the learner
-- (docs/behaviour/assignments.md#results).
alter table assignment_work alter column opened_at drop not null;
alter table assignment_work alter column reported_at drop not null;
