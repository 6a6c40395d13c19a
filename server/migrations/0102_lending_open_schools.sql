-- A point of a district may lend to some of its schools alone (docs/behaviour/lending.md#lending-points). Said apart from the schools: without one left it lends to nobody.
alter table lending_point add column some_schools boolean not null default false;

create table lending_open_school (
  point_id uuid not null references lending_point (id) on delete cascade,
  school_id text not null references school (id) on delete cascade,
  primary key (point_id, school_id)
);
create index lending_open_school_school on lending_open_school (school_id);
