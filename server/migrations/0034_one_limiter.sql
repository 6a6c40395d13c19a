-- One limiter for everything that may be tried a number of times: wrong licence codes and messages of the contact form are counted here too.
-- A row says itself when it counts for nothing any more, and goes then.
alter table attempt_limit add column ends_at timestamptz not null default now() + interval '1 day';
drop index attempt_limit_last;
create index attempt_limit_ends on attempt_limit (ends_at);
drop table licence_code_attempt;
drop table contact_attempt;
