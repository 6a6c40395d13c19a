-- Models somebody has marked to find them again (docs/behaviour/lending.md#favourites).
create table lending_favourite (
  person_id uuid not null references person (id) on delete cascade,
  model_id uuid not null references device_model (id) on delete cascade,
  added_at timestamptz not null,
  primary key (person_id, model_id)
);
create index lending_favourite_model on lending_favourite (model_id);
