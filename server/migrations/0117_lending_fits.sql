-- What is borrowed with a model: a camera and its tripod (docs/behaviour/lending.md#devices).
create table device_model_fit (
  model_id uuid not null references device_model (id) on delete cascade,
  fits_id uuid not null references device_model (id) on delete cascade,
  primary key (model_id, fits_id),
  check (model_id <> fits_id)
);
create index device_model_fit_of on device_model_fit (fits_id);
