-- Models, devices and stocktaking (docs/behaviour/lending.md#stock).
create table device_model (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  maker text not null default '' check (length(maker) <= 80),
  category text not null check (length(category) between 1 and 60),
  description text not null default '' check (length(description) <= 4000),
  -- name and count of each part
  parts jsonb not null default '[]',
  max_days integer check (max_days between 1 and 200),
  buffer_after integer check (buffer_after between 0 and 10),
  -- its medium in the catalogue
  identifier text references media_item (identifier) on delete set null,
  manual text not null default '' check (length(manual) <= 500),
  replacement_cents integer check (replacement_cents >= 0),
  version integer not null default 1,
  needs_briefing boolean not null default false,
  -- collected without the desk, and available again at once after its return
  self_service boolean not null default false,
  -- lent to teachers only
  teachers_only boolean not null default false
);
create index device_model_point on device_model (point_id, category, name);
create index device_model_identifier on device_model (identifier);

create table device_item (
  id uuid primary key,
  -- of its model; repeated for the unique code
  point_id uuid not null references lending_point (id) on delete cascade,
  model_id uuid not null references device_model (id) on delete cascade,
  code text not null check (length(code) between 1 and 40),
  serial text not null default '' check (length(serial) <= 80),
  shelf text not null default '' check (length(shelf) <= 60),
  not_lendable boolean not null default false,
  next_check_on date,
  note text not null default '' check (length(note) <= 500),
  -- a loan is not a state: it is derived from lines
  state text not null default 'available' check (state in ('available', 'quarantine', 'repair', 'lost', 'retired')),
  -- unavailable until then: between two loans, or in repair
  away_until date,
  bought_on date,
  price_cents integer check (price_cents >= 0),
  supplier text not null default '' check (length(supplier) <= 120),
  warranty_until date,
  -- planned end of life
  ends_on date,
  -- a second number by which it is scanned, such as the barcode of another system
  other_code text not null default '' check (length(other_code) <= 40)
);
create unique index device_item_code on device_item (point_id, lower(code));
create index device_item_model on device_item (model_id);
create index device_item_other_code on device_item (point_id, lower(other_code)) where other_code <> '';

-- Stocktaking: one at a time for each point (docs/behaviour/lending.md#inventory).
create table lending_inventory (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  begun_at timestamptz not null,
  finished_at timestamptz,
  -- counts and differences, as `InventoryReport` of the contract; null: not finished
  report jsonb,
  -- prefix of the shelves to count; '' counts all
  shelf text not null default '' check (length(shelf) <= 60),
  check ((finished_at is null) = (report is null))
);
create index lending_inventory_point on lending_inventory (point_id);
create unique index lending_inventory_open on lending_inventory (point_id) where finished_at is null;

-- Scanned codes, deleted when the inventory is finished.
create table inventory_scan (
  inventory_id uuid not null references lending_inventory (id) on delete cascade,
  -- in lower case
  folded text not null,
  code text not null check (length(code) between 1 and 40),
  -- where it was scanned; '': not given
  shelf text not null default '' check (length(shelf) <= 60),
  -- of the scan, which makes it idempotent
  key uuid,
  at timestamptz not null,
  primary key (inventory_id, folded)
);

-- Borrowers who were instructed in the use of a model.
create table lending_briefing (
  id uuid primary key,
  model_id uuid not null references device_model (id) on delete cascade,
  person_id uuid references person (id) on delete cascade,
  given_on date not null,
  -- last day; null: unlimited
  until_on date,
  given_by uuid references person (id) on delete set null,
  private_id uuid references private_borrower (id) on delete cascade,
  unique (model_id, person_id),
  check (until_on >= given_on),
  constraint lending_briefing_whose check (num_nonnulls(person_id, private_id) = 1)
);
create index lending_briefing_person on lending_briefing (person_id);
create index lending_briefing_giver on lending_briefing (given_by);
create unique index lending_briefing_private on lending_briefing (private_id, model_id) where private_id is not null;

-- Sets of models that are booked at once.
create table lending_template (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  words text not null default '' check (length(words) <= 500),
  version integer not null default 1
);
create index lending_template_point on lending_template (point_id, name);

create table lending_template_model (
  template_id uuid not null references lending_template (id) on delete cascade,
  model_id uuid not null references device_model (id) on delete cascade,
  quantity integer not null check (quantity between 1 and 20),
  primary key (template_id, model_id)
);
create index lending_template_model_of on lending_template_model (model_id);

-- Accessories: models that are borrowed together.
create table device_model_fit (
  model_id uuid not null references device_model (id) on delete cascade,
  fits_id uuid not null references device_model (id) on delete cascade,
  primary key (model_id, fits_id),
  check (model_id <> fits_id)
);
create index device_model_fit_of on device_model_fit (fits_id);

-- Models a person has marked (docs/behaviour/lending.md#favourites).
create table lending_favourite (
  person_id uuid not null references person (id) on delete cascade,
  model_id uuid not null references device_model (id) on delete cascade,
  added_at timestamptz not null,
  primary key (person_id, model_id)
);
create index lending_favourite_model on lending_favourite (model_id);

create table device_picture (
  id uuid primary key,
  model_id uuid not null references device_model (id) on delete cascade,
  -- the first picture represents the model
  place integer not null,
  alt text not null check (length(alt) between 1 and 200),
  width integer not null,
  height integer not null,
  added_at timestamptz not null
);
create index device_picture_model on device_picture (model_id, place);

-- Manuals of models (docs/behaviour/lending.md#manuals).
create table device_manual (
  id uuid primary key,
  model_id uuid not null references device_model (id) on delete cascade,
  title text not null check (length(title) between 1 and 120),
  mime text not null
    check (mime in ('application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.oasis.opendocument.text')),
  bytes integer not null check (bytes > 0),
  added_at timestamptz not null
);
create index device_manual_model on device_manual (model_id, added_at);
