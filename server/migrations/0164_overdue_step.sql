-- Step of the ladder from which an overdue device does not count as available; null: never.
alter table lending_point add column unavailable_step integer default 1 check (unavailable_step between 1 and 6);
