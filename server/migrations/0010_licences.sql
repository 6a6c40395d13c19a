-- Licences whose seats are given out: how much may be given, to whom it was given, and codes that give a seat.
alter table licence drop constraint licence_scope_check;
alter table licence drop constraint licence_check;
alter table licence drop constraint licence_check1;
alter table licence add constraint licence_scope_check check (scope in ('free', 'district', 'school', 'single', 'volume'));
-- Whose it is: nobody's where it is free, otherwise one district's or one school's. What reaches a whole district is the district's own.
alter table licence add constraint licence_owner_check check (
  case scope when 'free' then district_id is null and school_id is null
    when 'district' then district_id is not null and school_id is null
    else num_nonnulls(district_id, school_id) = 1 end);
-- 'record': came with a record and goes with it; 'hand': entered by a person; 'purchase': bought here
alter table licence add column origin text not null default 'record' check (origin in ('record', 'hand', 'purchase'));
alter table licence add column licensor text not null default '';
alter table licence add column purchase_ref text not null default '';
alter table licence add column runtime text not null default 'until_date' check (runtime in ('unlimited', 'until_date', 'days', 'school_year', 'publisher_year'));
alter table licence add column runtime_days integer check (runtime_days between 1 and 3660);
-- taken out of use for good by whoever looks after licences
alter table licence add column withdrawn_at timestamptz;
-- put aside by the school: nobody sees it, nothing is given out
alter table licence add column hidden boolean not null default false;
-- how often a seat that was used may still be taken back; null: as often as one likes
alter table licence add column returns_left integer check (returns_left >= 0);
-- own number of free seats below which the school is told
alter table licence add column warn_below integer check (warn_below >= 0);
alter table licence add column version integer not null default 1;
alter table licence add column created_at timestamptz not null default now();
-- Counted by a trigger from licence_seat. The constraint is the last fence: a seat is never given twice.
alter table licence add column taken integer not null default 0;
alter table licence add column in_use integer not null default 0;
alter table licence add constraint licence_seats_given check (taken >= 0 and in_use between 0 and taken and (seats = 0 or taken <= seats));
alter table licence add constraint licence_single_check check (scope <> 'single' or seats = 1);
-- What is bought is entered once.
create unique index licence_purchase on licence (licensor, purchase_ref) where purchase_ref <> '';

create table licence_code (
  id uuid primary key,
  licence_id uuid not null references licence (id) on delete cascade,
  -- in capitals, without what separates its groups
  code text not null unique,
  quantity integer not null check (quantity > 0),
  redeem_until date not null,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null
);
create index licence_code_licence on licence_code (licence_id);
create index licence_code_created_by on licence_code (created_by);

create table licence_seat (
  id uuid primary key,
  licence_id uuid not null references licence (id) on delete cascade,
  code_id uuid references licence_code (id) on delete set null,
  person_id uuid references person (id) on delete cascade,
  school_id text references school (id) on delete cascade,
  -- seats this takes: one for a person, as many as it has members for a school; 0 where there is no limit
  taken integer not null check (taken >= 0),
  assigned_by uuid references person (id) on delete set null,
  assigned_at timestamptz not null,
  -- 'assigned' until then, 'in_use' from then on
  first_used_at timestamptz,
  check (num_nonnulls(person_id, school_id) = 1),
  check (person_id is null or taken <= 1),
  unique (licence_id, person_id),
  unique (licence_id, school_id)
);
create index licence_seat_person on licence_seat (person_id) where person_id is not null;
create index licence_seat_school on licence_seat (school_id) where school_id is not null;
create index licence_seat_code on licence_seat (code_id) where code_id is not null;
create index licence_seat_assigned_by on licence_seat (assigned_by);

-- What was given and taken back, for the licence's own history; names go with the person.
create table licence_event (
  id uuid primary key,
  licence_id uuid not null references licence (id) on delete cascade,
  at timestamptz not null,
  what text not null check (what in ('given', 'redeemed', 'returned', 'used', 'changed', 'hidden', 'shown', 'withdrawn')),
  count integer not null default 1,
  person_id uuid references person (id) on delete set null
);
create index licence_event_licence on licence_event (licence_id, at);
create index licence_event_person on licence_event (person_id);

-- What was told of a licence already. `about` is the day it ends, or the day it was told.
create table licence_alert (
  licence_id uuid not null references licence (id) on delete cascade,
  kind text not null check (kind in ('ends_60', 'ends_30', 'ends_7', 'seats_low', 'unused')),
  about date not null,
  primary key (licence_id, kind, about)
);

create table licence_code_attempt (
  person_id uuid not null references person (id) on delete cascade,
  at timestamptz not null
);
create index licence_code_attempt_person on licence_code_attempt (person_id, at);

create table licence_setting (
  school_id text primary key references school (id) on delete cascade,
  -- teachers may take a seat for themselves
  teachers_take boolean not null
);

create function licence_seats_changed() returns trigger language plpgsql as $$
declare
  touched uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct licence_id) into touched from before_rows;
  else
    select array_agg(distinct licence_id) into touched from after_rows;
  end if;
  if touched is null then return null; end if;
  perform 1 from licence where id = any (touched) order by id for update;
  update licence set
    taken = coalesce((select sum(licence_seat.taken) from licence_seat where licence_seat.licence_id = licence.id), 0),
    in_use = coalesce((select sum(licence_seat.taken) from licence_seat
      where licence_seat.licence_id = licence.id and licence_seat.first_used_at is not null), 0)
  where id = any (touched);
  -- A person or a school that is deleted takes its seats along, without anybody who would write the log.
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then
    perform pg_advisory_xact_lock(4711001);
    insert into media_change (identifier) select distinct identifier from licence where id = any (touched);
    perform pg_notify('media_change', '');
  end if;
  return null;
end $$;
create trigger licence_seat_inserted after insert on licence_seat referencing new table as after_rows
  for each statement execute function licence_seats_changed();
create trigger licence_seat_updated after update on licence_seat referencing new table as after_rows
  for each statement execute function licence_seats_changed();
create trigger licence_seat_deleted after delete on licence_seat referencing old table as before_rows
  for each statement execute function licence_seats_changed();
