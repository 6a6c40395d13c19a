-- Courier tours: which schools are driven to on which weekday, and how far it is with what goes by courier (docs/behaviour/lending.md#tours).
create table lending_tour (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- Monday is 0
  weekday integer not null check (weekday between 0 and 6),
  version integer not null default 1
);
create index lending_tour_point on lending_tour (point_id, weekday);

create table lending_tour_stop (
  tour_id uuid not null references lending_tour (id) on delete cascade,
  school_id text not null references school (id) on delete cascade,
  place integer not null,
  primary key (tour_id, school_id)
);
create index lending_tour_stop_school on lending_tour_stop (school_id);

alter table rental_order add column by_courier boolean not null default false;
alter table rental_line add column courier text check (courier in ('out', 'brought', 'fetched'));
alter table rental_line add column courier_on date;
