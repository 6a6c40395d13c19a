-- A point of a school may lend by lessons of its timetable (docs/behaviour/lending.md#by-the-lesson).
alter table lending_point
  add column mode text not null default 'days' check (mode in ('days', 'periods')),
  add column max_lessons integer not null default 4 check (max_lessons between 1 and 12),
  -- lessons are those of a school
  add constraint lending_point_mode check (mode = 'days' or school_id is not null);

alter table rental_line
  -- of its first day, and of its last; null: whole days
  add column first_lesson integer check (first_lesson between 1 and 12),
  add column last_lesson integer check (last_lesson between 1 and 12),
  add constraint rental_line_lessons check ((first_lesson is null) = (last_lesson is null)),
  add constraint rental_line_lesson_order check (start_on < end_on or first_lesson <= last_lesson),
  -- nothing comes before lessons or after them
  add constraint rental_line_lesson_days check (first_lesson is null or (busy_from = start_on and busy_until = end_on));

-- A day has sixteen parts: lessons are those in the middle, a loan by the day has all of them. The rule of all rules, by parts.
alter table rental_line drop constraint rental_line_once;
alter table rental_line add constraint rental_line_once exclude using gist (item_id with =,
    int4range((busy_from - date '2000-01-01') * 16 + coalesce(first_lesson, 0), (busy_until - date '2000-01-01') * 16 + coalesce(last_lesson, 15), '[]') with &&)
  where (busy_from is not null) deferrable initially immediate;
