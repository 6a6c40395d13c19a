-- Links by which whoever has one sees a media list without an account; with `substitute` it is taught by it on one day.
create table medialist_link (
  id uuid primary key,
  list_id uuid not null references medialist (id) on delete cascade,
  kind text not null check (kind in ('link', 'substitute')),
  name text not null default '',
  -- keyed hashes of what is typed or scanned
  token_hash text not null unique,
  code_hash text not null unique,
  -- both, encrypted, to be shown again
  sealed text not null,
  password_hash text,
  -- the last day; expired and blocked are worked out
  valid_until date not null,
  open_count integer not null default 0 check (open_count >= 0),
  last_opened_on date,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index medialist_link_list on medialist_link (list_id, created_at);
create index medialist_link_created_by on medialist_link (created_by);
create index medialist_link_valid_until on medialist_link (valid_until);
create index medialist_link_revoked_at on medialist_link (revoked_at) where revoked_at is not null;

-- A session is of a person, of a learner code, or of nobody who came by a link.
alter table session add column link_id uuid references medialist_link (id) on delete cascade;
alter table session drop constraint session_whose;
alter table session add constraint session_whose check (num_nonnulls(person_id, code_id, link_id) = 1);
create index session_link on session (link_id);
