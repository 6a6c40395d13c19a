-- What those behind a desk propose to change about its hours, closures, rules and words; its administrators decide.
create table lending_proposal (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  proposed_by uuid references person (id) on delete set null,
  -- Of the rules it was made for: when they change it is not accepted any more.
  version integer not null,
  fields jsonb not null,
  note text not null default '',
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn')),
  reason text not null default '',
  decided_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint lending_proposal_decided check ((state = 'open') = (decided_at is null))
);
create index lending_proposal_point on lending_proposal (point_id, created_at);
create index lending_proposal_by on lending_proposal (proposed_by);
create index lending_proposal_decided_by on lending_proposal (decided_by);
