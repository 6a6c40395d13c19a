-- Devices that are lent: points, models, devices, and who has what when (docs/behaviour/lending.md).
create table lending_point (
  id uuid primary key,
  -- of a school, or of a district
  school_id text references school (id) on delete cascade,
  district_id text references district (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  address text not null default '' check (length(address) <= 300),
  email text not null default '' check (length(email) <= 254),
  phone text not null default '' check (length(phone) <= 40),
  words text not null default '' check (length(words) <= 2000),
  -- seven days from Monday on: open, processed, words
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
  check ((school_id is null) <> (district_id is null))
);
create index lending_point_school on lending_point (school_id);
create index lending_point_district on lending_point (district_id);

create table device_model (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  maker text not null default '' check (length(maker) <= 80),
  category text not null check (length(category) between 1 and 60),
  description text not null default '' check (length(description) <= 4000),
  -- name and count of what belongs to it
  parts jsonb not null default '[]',
  max_days integer check (max_days between 1 and 200),
  buffer_after integer check (buffer_after between 0 and 10),
  -- its medium in the catalogue
  identifier text references media_item (identifier) on delete set null,
  manual text not null default '' check (length(manual) <= 500),
  replacement_cents integer check (replacement_cents >= 0),
  version integer not null default 1
);
create index device_model_point on device_model (point_id, category, name);
create index device_model_identifier on device_model (identifier);

create table device_item (
  id uuid primary key,
  -- of its model; repeated, so that its code is there once
  point_id uuid not null references lending_point (id) on delete cascade,
  model_id uuid not null references device_model (id) on delete cascade,
  code text not null check (length(code) between 1 and 40),
  serial text not null default '' check (length(serial) <= 80),
  shelf text not null default '' check (length(shelf) <= 60),
  not_lendable boolean not null default false,
  next_check_on date,
  note text not null default '' check (length(note) <= 500),
  -- that somebody has it is said by a line
  state text not null default 'available' check (state in ('available', 'quarantine', 'repair', 'lost', 'retired')),
  -- not lent before: it is between two loans, or expected from repair
  away_until date
);
create unique index device_item_code on device_item (point_id, lower(code));
create index device_item_model on device_item (model_id);

create table rental_order (
  id uuid primary key,
  number text not null unique,
  point_id uuid not null references lending_point (id) on delete cascade,
  -- null: forgotten
  person_id uuid references person (id) on delete set null,
  school_id text references school (id) on delete set null,
  title text not null default '' check (length(title) <= 80),
  purpose text not null default '' check (length(purpose) <= 500),
  contact text not null default '' check (length(contact) <= 200),
  reason text not null default '' check (length(reason) <= 300),
  -- null: a cart
  submitted_at timestamptz,
  -- of a cart: devices are held until then
  hold_until timestamptz,
  extended boolean not null default false,
  created_at timestamptz not null
);
create index rental_order_person on rental_order (person_id, point_id);
create index rental_order_school on rental_order (school_id);
create index rental_order_point on rental_order (point_id);
create unique index rental_order_cart on rental_order (person_id, point_id) where submitted_at is null;

create table rental_line (
  id uuid primary key,
  order_id uuid not null references rental_order (id) on delete cascade,
  model_id uuid not null references device_model (id) on delete cascade,
  -- which device is kept for it; until somebody has it, another one may take its place
  item_id uuid references device_item (id) on delete cascade,
  start_on date not null,
  end_on date not null,
  -- the days on which the device cannot be anybody else's; null: it holds none
  busy_from date,
  busy_until date,
  -- overdue, expired and not collected before anybody wrote it down are worked out
  state text not null check (state in ('in_cart', 'requested', 'approved', 'ready', 'on_loan', 'returned', 'lost', 'rejected', 'cancelled', 'expired', 'not_collected')),
  collect_until date,
  renewals integer not null default 0 check (renewals >= 0),
  handed_at timestamptz,
  over_at timestamptz,
  result text check (result in ('ok', 'incomplete', 'damaged', 'lost')),
  note text not null default '' check (length(note) <= 500),
  received_by text not null default '' check (length(received_by) <= 120),
  check (start_on <= end_on),
  check ((busy_from is null) = (busy_until is null)),
  check (busy_from <= start_on and end_on <= busy_until),
  -- what was promised is held, and what is over holds nothing
  check (case when state in ('requested', 'approved', 'ready', 'on_loan') then busy_from is not null and item_id is not null
    when state = 'in_cart' then (busy_from is null) = (item_id is null) else busy_from is null end),
  -- the rule of all rules: no device is two people's on one day
  constraint rental_line_once exclude using gist (item_id with =, daterange(busy_from, busy_until, '[]') with &&)
    where (busy_from is not null) deferrable initially immediate
);
create index rental_line_order on rental_line (order_id);
create index rental_line_item on rental_line (item_id);
create index rental_line_holding on rental_line (model_id) where busy_from is not null;
-- … nor in two hands, however late it is
create unique index rental_line_in_hands on rental_line (item_id) where state = 'on_loan';
