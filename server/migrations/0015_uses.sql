-- Statistics of use without personal data (docs/behaviour/uses.md).
create table media_use (
  school_id text not null references school (id) on delete cascade,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  identifier text not null,
  uses integer not null,
  people integer not null,
  primary key (school_id, month, identifier)
);
create index media_use_month_key on media_use (month);

create table media_use_month (
  school_id text not null references school (id) on delete cascade,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  people integer not null,
  primary key (school_id, month)
);

-- Keyed hashes of person, medium and month, so that each person counts once. Deleted after the month.
create table media_use_dedup (
  hash text primary key,
  ends_on date not null
);
create index media_use_dedup_ends_on on media_use_dedup (ends_on);

-- Searches without results. The words are stored once five people of the district have searched for them.
create table search_miss (
  school_id text not null references school (id) on delete cascade,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  hash text not null,
  people integer not null,
  words text check (length(words) between 1 and 60),
  primary key (school_id, month, hash)
);
create index search_miss_month on search_miss (month, hash);

-- Number of members of a class who opened a medium. A class counts as active from five on.
create table media_use_class (
  class_id uuid not null references class (id) on delete cascade,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  people integer not null,
  primary key (class_id, month)
);
create index media_use_class_month on media_use_class (month);
