-- Pictures of models, shown to whoever looks for a device (docs/behaviour/lending.md#pictures).
create table device_picture (
  id uuid primary key,
  model_id uuid not null references device_model (id) on delete cascade,
  -- the first one stands for the model
  place integer not null,
  alt text not null check (length(alt) between 1 and 200),
  width integer not null,
  height integer not null,
  added_at timestamptz not null
);
create index device_picture_model on device_picture (model_id, place);
