-- What calls that order or buy answered, for a day: sent again with the same key they do nothing and hear the same
-- (docs/behaviour/common.md#idempotency).
create table kept_answer (
  person_id uuid not null references person (id) on delete cascade,
  -- keyed hash of the browser's key, which it makes for each press of a button
  key_hash text not null,
  -- keyed hash of the call and of what was sent with it
  request_hash text not null,
  -- sealed with the browser's key: nobody else reads whom it names
  answer text not null,
  at timestamptz not null,
  primary key (person_id, key_hash)
);
create index kept_answer_at on kept_answer (at);
