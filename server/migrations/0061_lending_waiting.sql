-- Waiting for what is lent, and reminding of what is due (docs/behaviour/lending.md#waiting-list, #mails).
alter table lending_point
  -- so many days before its last day somebody is reminded; 0: on it
  add column remind_days integer not null default 1 check (remind_days between 0 and 14),
  -- days overdue at which each step of the ladder is reached
  add column overdue_days jsonb not null default '[3, 8, 15]',
  -- who had what is known so long after everything is back
  add column keep_days integer not null default 90 check (keep_days between 1 and 365);

-- devices held for somebody from the waiting list: a cart of its own, until its hold ends
alter table rental_order add column offered boolean not null default false;
drop index rental_order_cart;
create unique index rental_order_cart on rental_order (person_id, point_id) where submitted_at is null and not offered;

alter table rental_line
  -- what the borrower was told last by the hourly round
  add column notified_state text check (notified_state in ('ready', 'not_collected', 'expired')),
  -- the last day they were reminded of, and when
  add column reminded_of date,
  add column reminded_on date,
  -- how far up the ladder, and when
  add column overdue_level integer not null default 0 check (overdue_level >= 0),
  add column overdue_reminded_on date;
create index rental_line_due on rental_line (end_on) where state = 'on_loan';

create table rental_wait (
  id uuid primary key,
  model_id uuid not null references device_model (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  school_id text references school (id) on delete set null,
  quantity integer not null check (quantity between 1 and 20),
  earliest date not null,
  latest date not null,
  -- null: from the first day to the last; otherwise so many days of them
  days integer check (days between 1 and 200),
  -- that its last day has passed is worked out
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'accepted', 'declined', 'lapsed', 'cancelled')),
  -- what is offered, and what it became
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

-- nobody is told today of what ended before there were mails
update rental_line set notified_state = state where state in ('not_collected', 'expired');
