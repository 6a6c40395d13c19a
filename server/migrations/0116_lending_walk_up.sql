-- A device that is due in the morning goes out again on the same day, and somebody takes one without having ordered it (docs/behaviour/lending.md#availability, #without-an-order).
alter table lending_point add column same_day_turnaround boolean not null default false;

-- its last day is the next one's first: it holds the device until the day before
alter table rental_line drop constraint rental_line_check2;
alter table rental_line add constraint rental_line_around check (busy_from <= start_on and end_on <= busy_until + 1 and start_on <= busy_until);

-- begun with its first device
alter table rental_order add column walk_up boolean not null default false;
