-- Products, orders, invoices and payments (docs/behaviour/marketplace.md).
create table product (
  id uuid primary key,
  district_id text not null references district (id) on delete cascade,
  -- in the district's own list; an import with the same number updates the product
  number text not null check (length(number) between 1 and 40),
  kind text not null check (kind in ('media', 'app', 'book', 'package')),
  state text not null default 'draft' check (state in ('draft', 'active', 'retired')),
  title text not null check (length(title) between 1 and 200),
  publisher text not null check (length(publisher) between 1 and 120),
  about text not null default '' check (length(about) <= 300),
  description text not null default '' check (length(description) <= 8000),
  sample text not null default '' check (length(sample) <= 500),
  requirements text not null default '' check (length(requirements) <= 2000),
  data_note text not null default '' check (length(data_note) <= 2000),
  -- main subjects, as in contract/src/reference/main-subjects.ts
  subjects text[] not null default '{}',
  grade_from integer check (grade_from between 1 and 13),
  grade_to integer check (grade_to between 1 and 13),
  -- a teacher may try the product for two weeks
  trial boolean not null default false,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  version integer not null default 1,
  trial_at_once boolean not null default false,
  -- folded words the search compares
  words text collate "C" generated always as (lower((((((title || '
') || publisher) || '
') || number) || '
') || about)) stored,
  unique (district_id, number),
  check ((grade_from is null) = (grade_to is null) and coalesce(grade_from <= grade_to, true))
);
create index product_listed on product (district_id, state, title);

-- Media that a purchase gives access to.
create table product_medium (
  product_id uuid not null references product (id) on delete cascade,
  identifier text not null references media_item (identifier) on delete cascade,
  rank integer not null,
  primary key (product_id, identifier)
);
create index product_medium_identifier on product_medium (identifier);

create table product_offer (
  id uuid primary key,
  product_id uuid not null references product (id) on delete cascade,
  rank integer not null,
  scope text not null check (scope in ('single', 'volume', 'group', 'school', 'district')),
  -- per unit; 0: unlimited
  seats integer not null default 0 check (seats between 0 and 100000),
  runtime text not null check (runtime in ('unlimited', 'until_date', 'days', 'school_year')),
  runtime_days integer check (runtime_days between 1 and 3660),
  runtime_until date,
  audience text not null default 'all' check (audience in ('all', 'teacher', 'student')),
  -- cents without VAT
  price integer not null check (price between 0 and 10000000),
  vat integer not null check (vat in (0, 7, 19)),
  sale_from date,
  sale_to date,
  min_quantity integer not null default 1 check (min_quantity between 1 and 10000),
  max_quantity integer check (max_quantity between 1 and 10000),
  check (coalesce(min_quantity <= max_quantity, true))
);
create index product_offer_product on product_offer (product_id);

-- Issuer of invoices.
create table seller (
  district_id text primary key references district (id) on delete cascade,
  -- of invoice numbers
  prefix text not null unique check (prefix ~ '^[A-Z][A-Z0-9]{0,7}$'),
  name text not null check (length(name) between 1 and 120),
  street text not null check (length(street) between 1 and 120),
  postcode text not null check (length(postcode) between 1 and 12),
  city text not null check (length(city) between 1 and 80),
  contact text not null check (length(contact) between 1 and 80),
  email text not null check (length(email) between 1 and 254),
  phone text not null check (length(phone) between 1 and 40),
  -- VAT id or tax number
  vat_id text not null default '' check (length(vat_id) <= 30),
  tax_number text not null default '' check (length(tax_number) <= 30),
  iban text not null check (length(iban) between 15 and 34),
  bic text not null default '' check (length(bic) <= 11),
  payment_days integer not null default 30 check (payment_days between 0 and 180),
  terms text not null default '' check (length(terms) <= 10000),
  terms_version integer not null default 1,
  version integer not null default 1,
  -- reason for a VAT rate of 0; empty: a general wording
  exemption text not null default '' check (length(exemption) <= 200),
  check (vat_id <> '' or tax_number <> '')
);

create table purchase_order (
  id uuid primary key,
  -- assigned at the purchase
  number text unique,
  district_id text not null references district (id) on delete cascade,
  -- null: the district itself, or a deleted school
  school_id text references school (id) on delete set null,
  buyer_id uuid references person (id) on delete set null,
  approved_by uuid references person (id) on delete set null,
  state text not null
    check (state in ('draft', 'waiting_approval', 'declined', 'pending_payment', 'cancelled', 'expired', 'confirmed', 'fulfilled',
      'refunded')),
  note text not null default '' check (length(note) <= 500),
  reason text not null default '' check (length(reason) <= 500),
  -- withdrawal by the buyer, with the reason
  withdrawal text not null default '' check (length(withdrawal) <= 500),
  cost_centre text not null default '' check (length(cost_centre) <= 60),
  -- name, street, postcode, city, email, reference
  invoice_to jsonb not null default '{}',
  net integer not null default 0 check (net >= 0),
  vat integer not null default 0 check (vat >= 0),
  gross integer not null default 0,
  terms_version integer,
  created_at timestamptz not null,
  ordered_at timestamptz,
  changed_at timestamptz not null,
  -- paid online by a payment provider
  pays text not null default 'invoice' check (pays in ('invoice', 'online')),
  -- seats are delivered as codes
  codes boolean not null default false,
  check (gross = (net + vat)),
  check ((number is null) = (ordered_at is null)),
  check (number is not null or state in ('draft', 'waiting_approval', 'declined', 'cancelled'))
);
create unique index purchase_order_draft on purchase_order (buyer_id) where state = 'draft';
create index purchase_order_school on purchase_order (school_id, state);
create index purchase_order_district on purchase_order (district_id, state);
create index purchase_order_buyer on purchase_order (buyer_id);
create index purchase_order_approved_by on purchase_order (approved_by);
alter table licence add constraint licence_order_id_fkey foreign key (order_id) references purchase_order (id) on delete set null;
alter table wish add constraint wish_order_id_fkey foreign key (order_id) references purchase_order (id) on delete set null;

-- Items as they were at the time of the purchase.
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
  audience text not null check (audience in ('all', 'teacher', 'student')),
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

-- Locked until the commit of the transaction that takes a number, so that a rollback leaves no gap.
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
  -- everything printed on the invoice
  content jsonb not null,
  -- entered by the seller
  paid_on date,
  paid_by uuid references person (id) on delete set null,
  unique (order_id, kind)
);
create index invoice_paid_by on invoice (paid_by);
create index invoice_unpaid on invoice (due_on) where paid_on is null and kind = 'invoice';

create table school_budget (
  school_id text not null references school (id) on delete cascade,
  -- year in which the school year begins
  year integer not null,
  cents integer not null check (cents between 0 and 1000000000),
  primary key (school_id, year)
);

create table payment (
  order_id uuid primary key references purchase_order (id) on delete cascade,
  -- session id at the provider, and the address of its page
  page text not null unique check (length(page) between 1 and 255),
  address text not null check (length(address) between 1 and 4000),
  state text not null default 'open' check (state in ('open', 'paid', 'failed', 'returning', 'returned')),
  -- id of the payment at the provider, known after it is paid
  reference text check (length(reference) between 1 and 255),
  changed_at timestamptz not null,
  -- when the state was last requested from the provider
  asked_at timestamptz
);

-- Webhook calls that were processed: each once.
create table payment_call (
  id text primary key check (length(id) between 1 and 255),
  order_id uuid not null references purchase_order (id) on delete cascade,
  kind text not null check (kind in ('paid', 'failed', 'refunded')),
  at timestamptz not null
);
create index payment_call_order on payment_call (order_id);

create table product_trial (
  id uuid primary key,
  product_id uuid not null references product (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  school_id text not null references school (id) on delete cascade,
  -- the end of a running trial is derived from its last day
  state text not null check (state in ('asked', 'declined', 'running')),
  note text not null default '' check (length(note) <= 500),
  -- why it was declined
  reason text not null default '' check (length(reason) <= 500),
  asked_at timestamptz not null,
  decided_by uuid references person (id) on delete set null,
  starts_on date,
  ends_on date,
  -- when the person was asked whether to buy
  question_at timestamptz,
  unique (product_id, person_id),
  check ((state = 'running') = (starts_on is not null) and (starts_on is null) = (ends_on is null))
);
create index product_trial_person on product_trial (person_id);
create index product_trial_school on product_trial (school_id);
create index product_trial_decided_by on product_trial (decided_by);
create index product_trial_due on product_trial (ends_on) where question_at is null;
alter table licence add constraint licence_trial_id_fkey foreign key (trial_id) references product_trial (id) on delete cascade;
