-- How many people borrowed at a lending point, without keeping who (docs/behaviour/lending.md#numbers). What was lent is counted from lines, which stay.
create table lending_people (
  point_id uuid not null references lending_point (id) on delete cascade,
  school_year text not null check (school_year ~ '^\d{4}/\d{2}$'),
  -- of a month of it, of a model, or of a school; of none: of the point
  month text check (month ~ '^\d{4}-\d{2}$'),
  model_id uuid references device_model (id) on delete cascade,
  school_id text references school (id) on delete cascade,
  people integer not null check (people >= 0),
  check (num_nonnulls(month, model_id, school_id) <= 1),
  unique nulls not distinct (point_id, school_year, month, model_id, school_id)
);
create index lending_people_model on lending_people (model_id);
create index lending_people_school on lending_people (school_id);

-- So that nobody is counted twice: keyed hashes of person and month or school year, and what it is about. They name nobody, and go when it is over.
create table lending_people_dedup (
  hash text primary key,
  ends_on date not null
);
create index lending_people_dedup_ends_on on lending_people_dedup (ends_on);

-- Those orders still know. Of what runs they have no hashes and would be counted again: there they count where they are enough to be told.
insert into lending_people (point_id, school_year, month, model_id, school_id, people)
  select lent.point_id, lent.school_year, lent.month, lent.model_id, lent.school_id,
    case when lent.runs and count(distinct lent.person_id) < 5 then 0 else count(distinct lent.person_id) end
  from (
    select o.point_id, o.person_id, year.name as school_year, about.month, about.model_id, about.school_id,
      case when about.month is null then year.runs else about.month = to_char(now() at time zone 'Europe/Berlin', 'YYYY-MM') end as runs
    from rental_line as l join rental_order as o on o.id = l.order_id
      cross join lateral (select extract(year from l.start_on)::int - case when to_char(l.start_on, 'MM-DD') <= '07-31' then 1 else 0 end as first) as began
      cross join lateral (select began.first || '/' || lpad(((began.first + 1) % 100)::text, 2, '0') as name,
        make_date(began.first + 1, 7, 31) >= (now() at time zone 'Europe/Berlin')::date as runs) as year
      cross join lateral (values (null, null::uuid, null), (to_char(l.start_on, 'YYYY-MM'), null, null), (null, l.model_id, null),
        (null, null, o.school_id)) as about (month, model_id, school_id)
    where o.person_id is not null and l.state in ('on_loan', 'returned', 'lost')
  ) as lent
  group by lent.point_id, lent.school_year, lent.month, lent.model_id, lent.school_id, lent.runs;
