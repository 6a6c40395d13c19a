-- A comment or a correction that the learner has not opened yet, and the days before the due date on which learners are reminded
-- (docs/behaviour/assignments.md#notices).
alter table assignment_work add column unread_feedback boolean not null default false;
create index assignment_work_unread on assignment_work (member_id) where unread_feedback;
alter table assignment add column remind_days integer not null default 1 check (remind_days between 0 and 14);
