-- Manuals of models as files, opened by whoever sees the model (docs/behaviour/lending.md#manuals).
create table device_manual (
  id uuid primary key,
  model_id uuid not null references device_model (id) on delete cascade,
  title text not null check (length(title) between 1 and 120),
  mime text not null check (mime in ('application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/vnd.oasis.opendocument.text')),
  bytes integer not null check (bytes > 0),
  added_at timestamptz not null
);
create index device_manual_model on device_manual (model_id, added_at);
