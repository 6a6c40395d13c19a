-- Trials: one person tries a product for two weeks (docs/behaviour/marketplace.md#trials).
alter table product add column trial_at_once boolean not null default false;

create table product_trial (
  id uuid primary key,
  product_id uuid not null references product (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  school_id text not null references school (id) on delete cascade,
  -- that one which runs has ended is worked out from its last day
  state text not null check (state in ('asked', 'declined', 'running')),
  note text not null default '' check (length(note) <= 500),
  -- why it was declined
  reason text not null default '' check (length(reason) <= 500),
  asked_at timestamptz not null,
  decided_by uuid references person (id) on delete set null,
  starts_on date,
  ends_on date,
  -- they were asked whether to keep it
  question_at timestamptz,
  check ((state = 'running') = (starts_on is not null) and (starts_on is null) = (ends_on is null)),
  unique (product_id, person_id)
);
create index product_trial_person on product_trial (person_id);
create index product_trial_school on product_trial (school_id);
create index product_trial_decided_by on product_trial (decided_by);
create index product_trial_due on product_trial (ends_on) where question_at is null;

-- What is tried is a licence with one seat, which goes with its trial.
alter table licence drop constraint licence_origin_check;
alter table licence add constraint licence_origin_check check (origin in ('record', 'hand', 'purchase', 'trial'));
alter table licence add column trial_id uuid references product_trial (id) on delete cascade;
create index licence_trial on licence (trial_id) where trial_id is not null;
