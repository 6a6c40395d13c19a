-- What people of a school searched for and did not find (docs/behaviour/uses.md#searches-that-find-nothing): how many of them in a month. What they wrote is
-- stored only once five people of the district wrote it; until then it is a keyed hash of month and words.
create table search_miss (
  school_id text not null references school (id) on delete cascade,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  hash text not null,
  people integer not null,
  words text check (length(words) between 1 and 60),
  primary key (school_id, month, hash)
);
create index search_miss_month on search_miss (month, hash);
