-- A run ends if reading one of its records takes too much CPU time or memory.
alter table import_run
  drop constraint import_run_problem_check,
  add constraint import_run_problem_check check
    (problem in ('format', 'plan', 'lost', 'unreachable', 'address', 'refused', 'no_oai', 'unknown_format', 'circle', 'bad_reply', 'given_up', 'too_complex'));
