-- A calendar that follows what ends at a school or in a district, at an address only its owner knows (docs/behaviour/licences.md#calendar).
create table school_feed (
  person_id uuid primary key references person (id) on delete cascade,
  -- whose days it follows; it ends when the person does not manage that any more
  school_id text references school (id) on delete cascade,
  district_id text references district (id) on delete cascade,
  -- of what stands in the address
  hash text not null unique,
  made_at timestamptz not null,
  check ((school_id is null) <> (district_id is null))
);
create index school_feed_school on school_feed (school_id);
create index school_feed_district on school_feed (district_id);
