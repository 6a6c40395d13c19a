-- What a repository says of itself, and whether a harvest of the whole list takes out what the list no longer contains.
alter table import_source
  add column prune boolean not null default false,
  add column granularity text check (granularity in ('day', 'second')),
  add column deleted_record text check (deleted_record in ('no', 'transient', 'persistent')),
  add column compression text[] not null default '{}',
  -- null until the repository was asked
  add column identified_at timestamptz,
  -- the run that began the list that is being read, if it is the whole list; null otherwise
  add column whole_list uuid;
