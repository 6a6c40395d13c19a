-- Media that somebody wishes for the school (docs/behaviour/library.md#wishes).
create table wish (
  id uuid primary key,
  identifier text not null,
  -- the title it had: a wish outlives its medium
  title text not null,
  person_id uuid not null references person (id) on delete cascade,
  -- the school that decides; null: the district of the person does
  school_id text references school (id) on delete cascade,
  note text not null default '' check (length(note) <= 300),
  state text not null default 'open' check (state in ('open', 'ordered', 'declined')),
  answer text not null default '' check (length(answer) <= 300),
  decided_by uuid references person (id) on delete set null,
  at timestamptz not null,
  changed_at timestamptz not null,
  unique (person_id, identifier)
);
create index wish_school on wish (school_id, state);
create index wish_decided_by on wish (decided_by);
