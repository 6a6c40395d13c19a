-- Orders of schools and districts, their numbers without gaps, invoices and budgets (docs/behaviour/marketplace.md#orders).
create table purchase_order (
  id uuid primary key,
  -- given when it is bought
  number text unique,
  district_id text not null references district (id) on delete cascade,
  -- null: of the district itself, or of a school that is gone
  school_id text references school (id) on delete set null,
  buyer_id uuid references person (id) on delete set null,
  approved_by uuid references person (id) on delete set null,
  state text not null check (state in ('draft', 'waiting_approval', 'declined', 'pending_payment', 'cancelled', 'expired', 'confirmed', 'fulfilled', 'refunded')),
  note text not null default '' check (length(note) <= 500),
  reason text not null default '' check (length(reason) <= 500),
  -- whoever bought it wants to give it back, and why
  withdrawal text not null default '' check (length(withdrawal) <= 500),
  cost_centre text not null default '' check (length(cost_centre) <= 60),
  -- name, street, postcode, city, email, reference
  invoice_to jsonb not null default '{}',
  net integer not null default 0 check (net >= 0),
  vat integer not null default 0 check (vat >= 0),
  gross integer not null default 0 check (gross = net + vat),
  terms_version integer,
  created_at timestamptz not null,
  ordered_at timestamptz,
  changed_at timestamptz not null,
  check ((number is null) = (ordered_at is null)),
  check (number is not null or state in ('draft', 'waiting_approval', 'declined', 'cancelled'))
);
create unique index purchase_order_draft on purchase_order (buyer_id) where state = 'draft';
create index purchase_order_school on purchase_order (school_id, state);
create index purchase_order_district on purchase_order (district_id, state);
create index purchase_order_buyer on purchase_order (buyer_id);
create index purchase_order_approved_by on purchase_order (approved_by);

-- What was bought, as it was when it was bought.
create table purchase_line (
  id uuid primary key,
  order_id uuid not null references purchase_order (id) on delete cascade,
  product_id uuid references product (id) on delete set null,
  offer_id uuid references product_offer (id) on delete set null,
  number text not null,
  title text not null,
  publisher text not null,
  media text[] not null,
  scope text not null check (scope in ('single', 'volume', 'group', 'school', 'district')),
  seats integer not null,
  runtime text not null check (runtime in ('unlimited', 'until_date', 'days', 'school_year')),
  runtime_days integer,
  runtime_until date,
  audience text not null check (audience in ('all', 'teacher')),
  quantity integer not null check (quantity between 1 and 10000),
  price integer not null check (price >= 0),
  vat integer not null check (vat in (0, 7, 19)),
  unique (order_id, offer_id)
);
create index purchase_line_product on purchase_line (product_id);
create index purchase_line_offer on purchase_line (offer_id);

create table purchase_event (
  id uuid primary key,
  order_id uuid not null references purchase_order (id) on delete cascade,
  at timestamptz not null,
  event text not null check (event in ('ask', 'approve', 'decline', 'buy', 'pay', 'cancel', 'expire', 'fulfil', 'withdraw', 'refund')),
  to_state text not null,
  person_id uuid references person (id) on delete set null
);
create index purchase_event_order on purchase_event (order_id, at);
create index purchase_event_person on purchase_event (person_id);

-- Locked by whoever takes the next number, until it is committed: what is rolled back leaves no gap.
create table number_counter (
  district_id text not null references district (id) on delete cascade,
  kind text not null check (kind in ('order', 'invoice')),
  year integer not null,
  last integer not null,
  primary key (district_id, kind, year)
);

create table invoice (
  id uuid primary key,
  number text not null unique,
  order_id uuid not null references purchase_order (id) on delete cascade,
  kind text not null check (kind in ('invoice', 'cancellation')),
  issued_on date not null,
  due_on date not null,
  -- everything that stands on it
  content jsonb not null,
  unique (order_id, kind)
);

create table school_budget (
  school_id text not null references school (id) on delete cascade,
  -- in which the school year begins
  year integer not null,
  cents integer not null check (cents between 0 and 1000000000),
  primary key (school_id, year)
);

alter table licence add column order_id uuid references purchase_order (id) on delete set null;
create index licence_order on licence (order_id) where order_id is not null;
