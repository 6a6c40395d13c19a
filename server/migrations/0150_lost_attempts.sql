-- Attempts without an outcome: the process died or froze, so no error is known (docs/behaviour/common.md#jobs).
alter table job add column lost_attempts integer not null default 0;
alter table routine add column lost_attempts integer not null default 0;

-- The next job of a kind: first attempts before repeated ones.
drop index job_due;
create index job_next on job (kind, (attempts > 0), due_at) where state = 'waiting';

-- A run whose slice ended the process again and again.
alter table import_run drop constraint import_run_problem_check;
alter table import_run add constraint import_run_problem_check check (
  problem in ('format', 'plan', 'lost', 'unreachable', 'address', 'refused', 'no_oai', 'unknown_format', 'circle', 'bad_reply', 'given_up')
);
