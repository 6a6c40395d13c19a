-- Setting up a portal that has no district (docs/behaviour/first-start.md): one row until the first district exists.
create table first_start (
  only_one boolean primary key default true check (only_one),
  -- keyed hash of the token that opens the page
  token_hash text,
  token_until timestamptz,
  -- the steps that were saved; without the password
  draft jsonb not null default '{}',
  version integer not null default 0
);

-- What administrators of a district did with its checklist. Whether a row is done is derived from the data.
create table district_checklist (
  district_id text primary key references district (id) on delete cascade,
  skipped text[] not null default '{}',
  hidden_at timestamptz
);

-- Districts that are in use have no need of it.
insert into district_checklist (district_id, hidden_at)
  select district.id, now() from district where exists (select from school where school.district_id = district.id);
