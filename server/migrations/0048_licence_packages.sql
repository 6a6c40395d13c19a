-- Licences that lie ready for a school until it fetches them with a number.
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
