-- Private people borrow where a lending point lets them, for an amount a day (docs/behaviour/lending.md#private-borrowers).
alter table lending_point
  add column private_borrowers boolean not null default false,
  -- for a device and a day; 0: nothing
  add column private_day_cents integer not null default 0 check (private_day_cents between 0 and 100000);

create table private_borrower (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  address text not null default '' check (length(address) <= 300),
  email text not null default '' check (length(email) <= 254),
  phone text not null default '' check (length(phone) <= 40),
  -- when the desk has seen an identity card with this name; null: not yet
  id_checked_at timestamptz,
  id_checked_by uuid references person (id) on delete set null,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  version integer not null default 1,
  check (id_checked_by is null or id_checked_at is not null)
);
create index private_borrower_point on private_borrower (point_id, name);
create index private_borrower_checker on private_borrower (id_checked_by);
create index private_borrower_creator on private_borrower (created_by);

-- An order is of somebody with an account, or of a private borrower, or of nobody any more.
alter table rental_order
  add column private_id uuid references private_borrower (id) on delete set null,
  -- what each device costs a day, as it was when it was ordered; null: nothing, as for schools
  add column day_cents integer check (day_cents > 0),
  add constraint rental_order_whose check (person_id is null or private_id is null),
  add constraint rental_order_free check (person_id is null or day_cents is null);
create index rental_order_private on rental_order (private_id) where private_id is not null;

alter table lending_suspension
  alter column person_id drop not null,
  add column private_id uuid references private_borrower (id) on delete cascade,
  add constraint lending_suspension_whose check (num_nonnulls(person_id, private_id) = 1);
create index lending_suspension_private on lending_suspension (private_id) where private_id is not null;

alter table lending_briefing
  alter column person_id drop not null,
  add column private_id uuid references private_borrower (id) on delete cascade,
  add constraint lending_briefing_whose check (num_nonnulls(person_id, private_id) = 1);
create unique index lending_briefing_private on lending_briefing (private_id, model_id) where private_id is not null;

-- What was paid for an order at the desk, given back, or is not asked for.
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
