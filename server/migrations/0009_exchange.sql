-- Catalogue data for other systems (docs/operate/exchange.md).
-- Media visible to guests, and deletions to report. Written with the change log, so the times follow the order of commits.
create table exported_medium (
  identifier text primary key,
  changed_at timestamptz not null,
  -- false: a deletion is reported
  present boolean not null,
  -- version of the medium as last reported
  record_version timestamptz,
  -- kind and subject areas, used as OAI-PMH sets
  sets text[] not null
);
create index exported_medium_changed on exported_medium (changed_at, identifier);
create index exported_medium_sets on exported_medium using gin (sets);

-- Programs that access media by ARIX, with their secret and the district or school they act for.
create table arix_consumer (
  name text primary key check (name ~ '^[a-z0-9-]{1,40}$'),
  district_id text not null references district (id) on delete cascade,
  -- null: the whole district
  school_id text references school (id) on delete cascade,
  secret text not null,
  created_at timestamptz not null
);
create index arix_consumer_district on arix_consumer (district_id);
create index arix_consumer_school on arix_consumer (school_id);

-- A request for a medium (a notch), valid once, and the access it opens for half an hour.
create table arix_ticket (
  id uuid primary key,
  used boolean not null default false,
  identifier text not null references media_item (identifier) on delete cascade,
  district_id text references district (id) on delete cascade,
  school_id text references school (id) on delete cascade,
  expires_at timestamptz not null
);
create index arix_ticket_identifier on arix_ticket (identifier);
create index arix_ticket_district on arix_ticket (district_id);
create index arix_ticket_school on arix_ticket (school_id);
create index arix_ticket_expires on arix_ticket (expires_at);

-- Districts whose records are not exported (docs/operate/exchange.md#what-a-district-withholds).
create table withheld_district (
  district_id text primary key references district (id) on delete cascade
);
