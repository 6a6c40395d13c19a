-- What a district changed in the list of words that make a review wait for an editor; without a row it is the portal's.
create table review_words (
  district_id text primary key references district (id) on delete cascade,
  added text[] not null check (cardinality(added) <= 1000),
  removed text[] not null check (cardinality(removed) <= 1000),
  version integer not null check (version > 0),
  changed_at timestamptz not null,
  changed_by uuid references person (id) on delete set null
);
create index review_words_changed_by on review_words (changed_by);
