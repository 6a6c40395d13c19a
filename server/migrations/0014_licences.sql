-- Licences, their seats and codes (docs/behaviour/licences.md).
create table licence (
  id uuid primary key default gen_random_uuid(),
  identifier text not null references media_item (identifier) on delete cascade,
  scope text not null check (scope in ('free', 'district', 'school', 'single', 'volume')),
  district_id text references district (id),
  school_id text references school (id),
  valid_from date,
  valid_to date,
  -- 0: unlimited
  seats integer not null default 0 check (seats >= 0),
  audience text not null default 'all' check (audience in ('all', 'teacher', 'student')),
  rights jsonb not null,
  -- 'record': from an import, deleted with the record; 'hand': entered; 'purchase', 'trial': from the marketplace
  origin text not null default 'record' check (origin in ('record', 'hand', 'purchase', 'trial')),
  licensor text not null default '',
  purchase_ref text not null default '',
  runtime text not null default 'until_date' check (runtime in ('unlimited', 'until_date', 'days', 'school_year', 'publisher_year')),
  runtime_days integer check (runtime_days between 1 and 3660),
  -- withdrawn for good by a licence manager
  withdrawn_at timestamptz,
  -- set aside by the school: invisible, no seats are assigned
  hidden boolean not null default false,
  -- how often a used seat may still be returned; null: unlimited
  returns_left integer check (returns_left >= 0),
  -- number of free seats below which the school is notified
  warn_below integer check (warn_below >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- derived from licence_seat by a trigger; `licence_seats_given` rejects an overcommitment
  taken integer not null default 0,
  in_use integer not null default 0,
  order_id uuid,
  trial_id uuid,
  -- cents with VAT
  price integer check (price between 0 and 1000000000),
  constraint licence_owner_check check (
    case scope when 'free' then district_id is null and school_id is null
      when 'district' then district_id is not null and school_id is null
      else num_nonnulls(district_id, school_id) = 1 end),
  constraint licence_seats_given check (taken >= 0 and in_use between 0 and taken and (seats = 0 or taken <= seats)),
  constraint licence_single_check check (scope <> 'single' or seats = 1)
);
create index licence_identifier on licence (identifier);
create index licence_district on licence (district_id) where district_id is not null;
create index licence_school on licence (school_id) where school_id is not null;
create index licence_valid_to on licence (valid_to) where valid_to is not null;
create index licence_valid_from on licence (valid_from) where valid_from is not null;
-- A purchase is entered once.
create unique index licence_purchase on licence (licensor, purchase_ref) where purchase_ref <> '';
create index licence_order on licence (order_id) where order_id is not null;
create index licence_trial on licence (trial_id) where trial_id is not null;

create table licence_code (
  id uuid primary key,
  licence_id uuid not null references licence (id) on delete cascade,
  -- in capitals, without separators
  code text not null unique,
  quantity integer not null check (quantity > 0),
  redeem_until date not null,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null
);
create index licence_code_licence on licence_code (licence_id);
create index licence_code_created_by on licence_code (created_by);

-- History of a licence. Names are deleted with the person.
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

-- Alerts that were sent. `about` is the last day of the licence, or the day of the alert.
create table licence_alert (
  licence_id uuid not null references licence (id) on delete cascade,
  kind text not null check (kind in ('ends_60', 'ends_30', 'ends_7', 'seats_low', 'unused')),
  about date not null,
  primary key (licence_id, kind, about)
);

create table licence_setting (
  school_id text primary key references school (id) on delete cascade,
  -- teachers may take a seat for themselves
  teachers_take boolean not null,
  teachers_assign boolean not null default true
);

create table licence_class (
  id uuid primary key,
  licence_id uuid not null references licence (id) on delete cascade,
  class_id uuid not null references class (id) on delete cascade,
  group_id uuid references class_group (id) on delete cascade,
  assigned_by uuid references person (id) on delete set null,
  assigned_at timestamptz not null,
  unique nulls not distinct (licence_id, class_id, group_id)
);
create index licence_class_class on licence_class (class_id);
create index licence_class_group on licence_class (group_id) where group_id is not null;
create index licence_class_assigned_by on licence_class (assigned_by);

create table licence_seat (
  id uuid primary key,
  licence_id uuid not null references licence (id) on delete cascade,
  code_id uuid references licence_code (id) on delete set null,
  person_id uuid references person (id) on delete cascade,
  school_id text references school (id) on delete cascade,
  -- 1 for a person, the number of members for a school, 0 without a limit
  taken integer not null check (taken >= 0),
  assigned_by uuid references person (id) on delete set null,
  assigned_at timestamptz not null,
  -- null: assigned; otherwise in use
  first_used_at timestamptz,
  learner_code_id uuid references learner_code (id) on delete cascade,
  licence_class_id uuid references licence_class (id) on delete set null,
  unique (licence_id, person_id),
  unique (licence_id, school_id),
  unique (licence_id, learner_code_id),
  constraint licence_seat_one check (school_id is not null or taken <= 1),
  constraint licence_seat_holder check (num_nonnulls(person_id, school_id, learner_code_id) = 1)
);
create index licence_seat_person on licence_seat (person_id) where person_id is not null;
create index licence_seat_school on licence_seat (school_id) where school_id is not null;
create index licence_seat_code on licence_seat (code_id) where code_id is not null;
create index licence_seat_assigned_by on licence_seat (assigned_by);
create index licence_seat_learner_code on licence_seat (learner_code_id) where learner_code_id is not null;
create index licence_seat_licence_class on licence_seat (licence_class_id) where licence_class_id is not null;

-- Derives `taken` and `in_use` of a licence from its seats.
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
  -- A cascade from a person or a school deletes seats without a writer of the change log.
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

-- Packages of licences that a school picks up with a number.
create table licence_package (
  id uuid primary key,
  number text not null unique,
  school_id text not null references school (id) on delete cascade,
  licensor text not null,
  source text not null check (source in ('csv', 'odrl')),
  lines jsonb not null,
  ends_on date not null,
  deposited_by uuid references person (id) on delete set null,
  deposited_at timestamptz not null,
  picked_up_by uuid references person (id) on delete set null,
  picked_up_at timestamptz
);
create index licence_package_school on licence_package (school_id);
create index licence_package_deposited_by on licence_package (deposited_by);
create index licence_package_picked_up_by on licence_package (picked_up_by);

-- Licences that other portals list for their schools, requested daily (docs/behaviour/licences.md#from-other-portals).
create table policy_list (
  provider text primary key check (length(provider) <= 40),
  asked_at timestamptz not null,
  -- when the last valid list was received
  read_at timestamptz,
  error text check (length(error) <= 500),
  created integer not null default 0,
  here integer not null default 0,
  left_out integer not null default 0
);

-- Bulk changes that can be undone.
create table licence_bulk (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  at timestamptz not null,
  -- of each licence its id, its version after the change and its former terms; null: it was created
  rows jsonb not null,
  undone_at timestamptz
);
create index licence_bulk_person on licence_bulk (person_id);
