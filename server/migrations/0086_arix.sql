-- Programs that may give out media by ARIX, each with the secret it signs with and the district or school it speaks for.
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

-- What was asked for, once (a notch), and what may then be opened for half an hour.
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
