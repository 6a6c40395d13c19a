-- Lending points, their rules, tours and borrowers (docs/behaviour/lending.md).
create table lending_point (
  id uuid primary key,
  -- a point belongs to a school or to a district
  school_id text references school (id) on delete cascade,
  district_id text references district (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  address text not null default '' check (length(address) <= 300),
  email text not null default '' check (length(email) <= 254),
  phone text not null default '' check (length(phone) <= 40),
  words text not null default '' check (length(words) <= 2000),
  -- seven days from Monday: open, processed, words
  week jsonb not null,
  -- from, until, name, processed
  closures jsonb not null default '[]',
  advance_days integer not null default 1 check (advance_days between 0 and 30),
  horizon_days integer not null default 365 check (horizon_days between 1 and 730),
  max_days integer not null default 14 check (max_days between 1 and 200),
  most_lines integer not null default 20 check (most_lines between 1 and 100),
  buffer_before integer not null default 0 check (buffer_before between 0 and 10),
  buffer_after integer not null default 0 check (buffer_after between 0 and 10),
  visits_max integer check (visits_max >= 1),
  pickup_grace integer not null default 2 check (pickup_grace between 0 and 10),
  renewals_max integer not null default 2 check (renewals_max between 0 and 10),
  renewal_days integer not null default 7 check (renewal_days between 1 and 60),
  approval text not null default 'manual' check (approval in ('manual', 'auto', 'auto_if_teacher')),
  purpose_required boolean not null default false,
  terms text not null default '' check (length(terms) <= 10000),
  terms_version integer not null default 0,
  created_at timestamptz not null,
  version integer not null default 1,
  -- days before the last day of a loan; 0: on it
  remind_days integer not null default 1 check (remind_days between 0 and 14),
  -- days overdue at which each step of the reminders is reached
  overdue_days jsonb not null default '[3, 8, 15]',
  -- days after the return for which the borrower is stored
  keep_days integer not null default 90 check (keep_days between 1 and 365),
  -- who may borrow here
  open_to text not null default 'everyone' check (open_to in ('everyone', 'teachers')),
  -- lends only to the schools in `lending_open_school`; without any it lends to none
  some_schools boolean not null default false,
  -- a device that is due in the morning may be lent again on the same day
  same_day_turnaround boolean not null default false,
  mode text not null default 'days' check (mode in ('days', 'periods')),
  max_lessons integer not null default 4 check (max_lessons between 1 and 12),
  max_days_on jsonb not null default '[]',
  by_post boolean not null default false,
  learners boolean not null default false,
  learner_lines integer not null default 3 check (learner_lines between 1 and 100),
  guests boolean not null default false,
  private_borrowers boolean not null default false,
  -- per device and day; 0: free
  private_day_cents integer not null default 0 check (private_day_cents between 0 and 100000),
  -- borrowers sign at the desk
  signature boolean not null default false,
  -- step of the reminders from which an overdue device counts as unavailable; null: never
  unavailable_step integer default 1 check (unavailable_step between 1 and 6),
  constraint lending_point_mode check (mode = 'days' or school_id is not null),
  check ((school_id is null) <> (district_id is null)),
  constraint lending_point_guests check (not guests or school_id is null)
);
create index lending_point_school on lending_point (school_id);
create index lending_point_district on lending_point (district_id);

-- Calendar feeds of a person's own loans (docs/behaviour/lending.md#orders).
create table lending_feed (
  person_id uuid primary key references person (id) on delete cascade,
  -- of the token in the address
  hash text not null unique,
  made_at timestamptz not null
);

-- Courier tours (docs/behaviour/lending.md#tours).
create table lending_tour (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- 0: Monday
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

create table lending_open_school (
  point_id uuid not null references lending_point (id) on delete cascade,
  school_id text not null references school (id) on delete cascade,
  primary key (point_id, school_id)
);
create index lending_open_school_school on lending_open_school (school_id);

-- A tablet for self-service (docs/behaviour/lending.md#kiosk).
create table lending_kiosk (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- of the pairing code; null: paired or expired
  code_hash text unique,
  code_until timestamptz,
  -- of the tablet's cookie; null: not paired yet
  token_hash text unique,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  -- last checkout or return
  seen_at timestamptz not null
);
create index lending_kiosk_point on lending_kiosk (point_id);
create index lending_kiosk_creator on lending_kiosk (created_by);

-- Cards by which a borrower signs in at a kiosk.
create table lending_card (
  person_id uuid primary key references person (id) on delete cascade,
  hash text not null unique,
  sealed text not null,
  made_at timestamptz not null
);

-- Changes of a lending point proposed by its desk; its administrators decide.
create table lending_proposal (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  proposed_by uuid references person (id) on delete set null,
  -- of the rules it changes: it cannot be accepted if they have changed since
  version integer not null,
  fields jsonb not null,
  note text not null default '',
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn')),
  reason text not null default '',
  decided_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint lending_proposal_decided check ((state = 'open') = (decided_at is null))
);
create index lending_proposal_point on lending_proposal (point_id, created_at);
create index lending_proposal_by on lending_proposal (proposed_by);
create index lending_proposal_decided_by on lending_proposal (decided_by);

create table private_borrower (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  address text not null default '' check (length(address) <= 300),
  email text not null default '' check (length(email) <= 254),
  phone text not null default '' check (length(phone) <= 40),
  -- when the desk checked an identity card; null: not yet
  id_checked_at timestamptz,
  id_checked_by uuid references person (id) on delete set null,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  version integer not null default 1,
  note text not null default '' check (length(note) <= 500),
  check (id_checked_by is null or id_checked_at is not null)
);
create index private_borrower_point on private_borrower (point_id, name);
create index private_borrower_checker on private_borrower (id_checked_by);
create index private_borrower_creator on private_borrower (created_by);

create table lending_suspension (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  person_id uuid references person (id) on delete cascade,
  -- last day; null: until an employee ends it
  until_on date,
  reason text not null check (length(reason) between 1 and 300),
  -- caused by overdue loans
  automatic boolean not null default false,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  ended_at timestamptz,
  private_id uuid references private_borrower (id) on delete cascade,
  constraint lending_suspension_whose check (num_nonnulls(person_id, private_id) = 1)
);
create index lending_suspension_point on lending_suspension (point_id);
create index lending_suspension_person on lending_suspension (person_id, point_id);
create index lending_suspension_creator on lending_suspension (created_by);
create index lending_suspension_private on lending_suspension (private_id) where private_id is not null;

-- Notes of a desk on a borrower.
create table lending_note (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  person_id uuid references person (id) on delete cascade,
  private_id uuid references private_borrower (id) on delete cascade,
  text text not null check (length(text) between 1 and 500),
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  constraint lending_note_whose check (num_nonnulls(person_id, private_id) = 1)
);
create index lending_note_point on lending_note (point_id);
create index lending_note_person on lending_note (person_id, point_id);
create index lending_note_private on lending_note (private_id);
create index lending_note_author on lending_note (created_by);

-- Numbers and cards of borrowers from another system.
create table lending_borrower_number (
  point_id uuid not null references lending_point (id) on delete cascade,
  number text not null check (length(number) between 1 and 60) check (number = lower(number)),
  person_id uuid references person (id) on delete cascade,
  private_id uuid references private_borrower (id) on delete cascade,
  created_at timestamptz not null,
  primary key (point_id, number),
  constraint lending_borrower_number_whose check (num_nonnulls(person_id, private_id) = 1)
);
create index lending_borrower_number_person on lending_borrower_number (person_id) where person_id is not null;
create index lending_borrower_number_private on lending_borrower_number (private_id) where private_id is not null;

-- School holidays an operator added. They replace those of the product.
create table school_holiday (
  land text not null check (land in ('BW', 'BY', 'BE', 'BB', 'HB', 'HH', 'HE', 'MV', 'NI', 'NW', 'RP', 'SL', 'SN', 'ST', 'SH', 'TH')),
  school_year text not null check (school_year ~ '^20[0-9]{2}/[0-9]{2}$'),
  starts_on date not null,
  ends_on date not null,
  name text not null check (length(name) between 1 and 80),
  source text not null check (length(source) between 1 and 300),
  url text not null check (length(url) <= 500),
  checked_on date not null,
  primary key (land, starts_on, name),
  check (ends_on >= starts_on)
);
