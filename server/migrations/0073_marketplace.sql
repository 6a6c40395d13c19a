-- Products of the marketplace, each with what may be bought of it (docs/behaviour/marketplace.md#products).
create table product (
  id uuid primary key,
  district_id text not null references district (id) on delete cascade,
  -- of the district's own list; a file that names it again changes the product
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
  -- a teacher may try it for two weeks
  trial boolean not null default false,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  version integer not null default 1,
  check ((grade_from is null) = (grade_to is null) and coalesce(grade_from <= grade_to, true)),
  unique (district_id, number)
);
create index product_listed on product (district_id, state, title);

-- What is used once it is bought.
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
  -- of one piece; 0 is without limit
  seats integer not null default 0 check (seats between 0 and 100000),
  runtime text not null check (runtime in ('unlimited', 'until_date', 'days', 'school_year')),
  runtime_days integer check (runtime_days between 1 and 3660),
  runtime_until date,
  audience text not null default 'all' check (audience in ('all', 'teacher')),
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

-- Who sells: what stands at the head of invoices.
create table seller (
  district_id text primary key references district (id) on delete cascade,
  -- what its numbers begin with
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
  check (vat_id <> '' or tax_number <> '')
);

-- What becomes of a wish is said in more steps: suggested, examined, planned, bought.
alter table wish drop constraint wish_state_check;
alter table wish add constraint wish_state_check check (state in ('open', 'examined', 'planned', 'ordered', 'declined'));
