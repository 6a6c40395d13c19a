-- Orders, loans and the work of the desk (docs/behaviour/lending.md).
create table rental_order (
  id uuid primary key,
  number text not null unique,
  point_id uuid not null references lending_point (id) on delete cascade,
  -- null: erased
  person_id uuid references person (id) on delete set null,
  school_id text references school (id) on delete set null,
  title text not null default '' check (length(title) <= 80),
  purpose text not null default '' check (length(purpose) <= 500),
  contact text not null default '' check (length(contact) <= 200),
  reason text not null default '' check (length(reason) <= 300),
  -- null: a cart
  submitted_at timestamptz,
  -- of a cart: devices are reserved until then
  hold_until timestamptz,
  extended boolean not null default false,
  created_at timestamptz not null,
  -- a cart with devices offered from the waiting list
  offered boolean not null default false,
  -- created at the desk with its first device
  walk_up boolean not null default false,
  delivery text not null default 'pickup' check (delivery in ('pickup', 'courier', 'post')),
  responsible_id uuid references person (id) on delete set null,
  asked_at timestamptz,
  agreed_at timestamptz,
  private_id uuid references private_borrower (id) on delete set null,
  -- price per device and day at the time of the order; null: free
  day_cents integer check (day_cents > 0),
  constraint rental_order_free check (person_id is null or day_cents is null),
  constraint rental_order_whose check (person_id is null or private_id is null),
  constraint rental_order_agreed check (agreed_at is null or asked_at is not null)
);
create index rental_order_person on rental_order (person_id, point_id);
create index rental_order_school on rental_order (school_id);
create index rental_order_point on rental_order (point_id);
create unique index rental_order_cart on rental_order (person_id, point_id) where submitted_at is null and not offered;
create index rental_order_responsible on rental_order (responsible_id) where responsible_id is not null;
create index rental_order_private on rental_order (private_id) where private_id is not null;

create table rental_line (
  id uuid primary key,
  order_id uuid not null references rental_order (id) on delete cascade,
  model_id uuid not null references device_model (id) on delete cascade,
  -- the allocated device; until it is collected, another one may replace it
  item_id uuid references device_item (id) on delete cascade,
  start_on date not null,
  end_on date not null,
  -- days on which the device is unavailable for others; null: none is reserved
  busy_from date,
  busy_until date,
  -- overdue, expired and not collected are derived until the hourly round stores them
  state text not null
    check (state in ('in_cart', 'requested', 'approved', 'ready', 'on_loan', 'returned', 'lost', 'rejected', 'cancelled', 'expired',
      'not_collected')),
  collect_until date,
  renewals integer not null default 0 check (renewals >= 0),
  handed_at timestamptz,
  over_at timestamptz,
  result text check (result in ('ok', 'incomplete', 'damaged', 'lost')),
  note text not null default '' check (length(note) <= 500),
  received_by text not null default '' check (length(received_by) <= 120),
  -- state the borrower was last notified of by the hourly round
  notified_state text check (notified_state in ('ready', 'not_collected', 'expired')),
  -- last day the borrower was reminded of, and when
  reminded_of date,
  reminded_on date,
  -- last step of the reminders, and when
  overdue_level integer not null default 0 check (overdue_level >= 0),
  overdue_reminded_on date,
  -- approved, but its device was given to another borrower: receives the next available one
  displaced boolean not null default false,
  courier text check (courier in ('out', 'brought', 'fetched')),
  courier_on date,
  -- of the first day, and of the last; null: whole days
  first_lesson integer check (first_lesson between 1 and 12),
  last_lesson integer check (last_lesson between 1 and 12),
  agree_until date,
  bring_on date,
  fetch_on date,
  -- first day on which the desk is open, if it is closed on the first day of the loan
  pickup_on date,
  -- last day as agreed, if the desk is closed then and the loan ends later
  agreed_end_on date,
  -- the borrower was notified that no device is available
  unkept boolean not null default false,
  constraint rental_line_held check (
    case when state in ('requested', 'approved') and displaced then busy_from is null and item_id is null
      when state in ('requested', 'approved', 'ready', 'on_loan') then busy_from is not null and item_id is not null
      when state = 'in_cart' then (busy_from is null) = (item_id is null) else busy_from is null end),
  check (start_on <= end_on),
  constraint rental_line_agreed check (agree_until is null or state in ('requested', 'rejected', 'cancelled', 'expired')),
  constraint rental_line_around check (busy_from <= start_on and end_on <= busy_until + 1 and start_on <= busy_until),
  check ((busy_from is null) = (busy_until is null)),
  constraint rental_line_lessons check ((first_lesson is null) = (last_lesson is null)),
  -- No buffer before or after lessons.
  constraint rental_line_lesson_days check (first_lesson is null or (busy_from = start_on and busy_until = end_on)),
  constraint rental_line_moved_dates check (pickup_on > start_on and agreed_end_on < end_on),
  constraint rental_line_courier_days check ((bring_on is null) = (fetch_on is null) and bring_on <= fetch_on),
  constraint rental_line_lesson_order check (start_on < end_on or first_lesson <= last_lesson),
  -- No device is reserved twice for one part of a day. A day has sixteen parts, one for each lesson and some around them.
  constraint rental_line_once exclude using gist (item_id with =,
    int4range((busy_from - date '2000-01-01') * 16 + coalesce(first_lesson, 0), (busy_until - date '2000-01-01') * 16 + coalesce(last_lesson, 15), '[]') with &&)
    where (busy_from is not null) deferrable initially immediate
);
create index rental_line_order on rental_line (order_id);
create index rental_line_item on rental_line (item_id);
create index rental_line_holding on rental_line (model_id) where busy_from is not null;
-- No device is lent twice, however late it is.
create unique index rental_line_in_hands on rental_line (item_id) where state = 'on_loan';
create index rental_line_due on rental_line (end_on) where state = 'on_loan';
create index rental_line_displaced on rental_line (model_id) where displaced;
-- The waiting list counts what a school had of a model this year.
create index rental_line_model on rental_line (model_id, start_on);

create table rental_wait (
  id uuid primary key,
  model_id uuid not null references device_model (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  school_id text references school (id) on delete set null,
  quantity integer not null check (quantity between 1 and 20),
  earliest date not null,
  latest date not null,
  -- null: from the first to the last day; otherwise any period of this length
  days integer check (days between 1 and 200),
  -- its end is derived from the last day
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'accepted', 'declined', 'lapsed', 'cancelled')),
  -- the offer, and the order it became
  order_id uuid references rental_order (id) on delete set null,
  offered_until timestamptz,
  created_at timestamptz not null,
  over_at timestamptz,
  check (earliest <= latest)
);
create index rental_wait_model on rental_wait (model_id, created_at) where state in ('waiting', 'offered');
create unique index rental_wait_once on rental_wait (person_id, model_id) where state in ('waiting', 'offered');
create index rental_wait_model_all on rental_wait (model_id);
create index rental_wait_person on rental_wait (person_id);
create index rental_wait_school on rental_wait (school_id);
create index rental_wait_order on rental_wait (order_id);

-- Results of scans, which make a repeated scan idempotent.
create table lending_scan (
  key uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  line_id uuid references rental_line (id) on delete cascade,
  answer jsonb,
  at timestamptz not null
);
create index lending_scan_point on lending_scan (point_id);
create index lending_scan_line on lending_scan (line_id);

-- History of a device: loans, returns, inspections, repairs, disposal.
create table device_record (
  id uuid primary key,
  item_id uuid not null references device_item (id) on delete cascade,
  line_id uuid references rental_line (id) on delete set null,
  kind text not null check (kind in ('issue', 'return', 'check', 'repair', 'release', 'lose', 'find', 'retire')),
  result text check (result in ('ok', 'incomplete', 'damaged', 'lost')),
  -- name, count, present
  parts jsonb not null default '[]',
  note text not null default '' check (length(note) <= 500),
  person_id uuid references person (id) on delete set null,
  at timestamptz not null
);
create index device_record_item on device_record (item_id, at);
create index device_record_line on device_record (line_id);
create index device_record_person on device_record (person_id);

create table damage_report (
  id uuid primary key,
  item_id uuid not null references device_item (id) on delete cascade,
  line_id uuid references rental_line (id) on delete set null,
  reported_by uuid references person (id) on delete set null,
  -- reported by the end of the opening day after the loan began
  in_time boolean not null default false,
  text text not null check (length(text) <= 2000),
  severity text not null check (severity in ('cosmetic', 'limited', 'unusable')),
  state text not null default 'reported' check (state in ('reported', 'examined', 'in_repair', 'repaired', 'written_off')),
  liability text not null default 'none' check (liability in ('none', 'open', 'settled', 'waived')),
  cost_cents integer check (cost_cents >= 0),
  answer text not null default '' check (length(answer) <= 1000),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  version integer not null default 1
);
create index damage_report_item on damage_report (item_id);
create index damage_report_line on damage_report (line_id);
create index damage_report_person on damage_report (reported_by);

create table lending_photo (
  id uuid primary key,
  item_id uuid not null references device_item (id) on delete cascade,
  -- a photo without record and report is not attached yet
  record_id uuid references device_record (id) on delete set null,
  damage_id uuid references damage_report (id) on delete set null,
  added_by uuid references person (id) on delete set null,
  mime text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  added_at timestamptz not null
);
create index lending_photo_item on lending_photo (item_id);
create index lending_photo_record on lending_photo (record_id);
create index lending_photo_damage on lending_photo (damage_id);
create index lending_photo_person on lending_photo (added_by);

-- Number of borrowers without their names (docs/behaviour/lending.md#numbers). Loans are counted from lines.
create table lending_people (
  point_id uuid not null references lending_point (id) on delete cascade,
  school_year text not null check (school_year ~ '^\d{4}/\d{2}$'),
  -- null for the school year; model and school null: of the point
  month text check (month ~ '^\d{4}-\d{2}$'),
  model_id uuid references device_model (id) on delete cascade,
  school_id text references school (id) on delete cascade,
  people integer not null check (people >= 0),
  unique nulls not distinct (point_id, school_year, month, model_id, school_id),
  check (num_nonnulls(month, model_id, school_id) <= 1)
);
create index lending_people_model on lending_people (model_id);
create index lending_people_school on lending_people (school_id);

-- Keyed hashes of person and period, so that each person counts once. Deleted after the period.
create table lending_people_dedup (
  hash text primary key,
  ends_on date not null
);
create index lending_people_dedup_ends_on on lending_people_dedup (ends_on);

-- Amounts paid, refunded or waived at the desk.
create table lending_payment (
  id uuid primary key,
  order_id uuid not null references rental_order (id) on delete cascade,
  kind text not null check (kind in ('paid', 'repaid', 'waived')),
  cents integer not null check (cents > 0),
  taken_by uuid references person (id) on delete set null,
  taken_at timestamptz not null
);
create index lending_payment_order on lending_payment (order_id, taken_at);
create index lending_payment_taker on lending_payment (taken_by);

create table lending_signature (
  line_id uuid primary key references rental_line (id) on delete cascade,
  -- null: signed by another or a private person
  person_id uuid references person (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  -- the drawing, as an SVG path built from checked points; empty: a typed name
  path text not null default '' check (length(path) <= 6000 and path ~ '^[ML0-9 ]*$'),
  signed_at timestamptz not null
);
create index lending_signature_person on lending_signature (person_id) where person_id is not null;

-- Imported loans and reservations, by their number in the other system or a keyed hash of their content.
create table lending_migrated (
  line_id uuid primary key references rental_line (id) on delete cascade,
  point_id uuid not null references lending_point (id) on delete cascade,
  kind text not null check (kind in ('loan', 'reservation')),
  key text not null check (length(key) between 1 and 120),
  -- no mail is sent until the desk starts reminders
  paused boolean not null default true,
  -- start of the reminders; null: the due day
  ladder_from date,
  unique (point_id, kind, key)
);
create index lending_migrated_paused on lending_migrated (point_id) where paused;
