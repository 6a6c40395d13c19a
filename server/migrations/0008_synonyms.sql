-- Words that mean the same, as administrators say it; they join the list the portal begins with.
create table synonym_group (
  id uuid primary key,
  -- single words or rows of words, as typed
  words text[] not null check (cardinality(words) between 2 and 20),
  -- the words folded and in order: the same group is not stored twice
  key text not null unique,
  changed_at timestamptz not null,
  changed_by uuid references person (id) on delete set null
);
create index synonym_group_changed_by on synonym_group (changed_by);
