-- When somebody was last told who asks to join the classes they teach: once a day.
alter table person add column class_requests_at timestamptz;
