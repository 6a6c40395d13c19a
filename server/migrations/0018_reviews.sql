-- Reviews, recommendations and reports of media (docs/behaviour/reviews.md).
create table review (
  id uuid primary key,
  identifier text not null references media_item (identifier) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  stars integer not null check (stars between 1 and 5),
  -- criteria; null: no answer
  correct integer check (correct between 1 and 5),
  fitting integer check (fitting between 1 and 5),
  technical integer check (technical between 1 and 5),
  material integer check (material between 1 and 5),
  -- subject and grade in which the medium was used
  subject text not null default '',
  grade text not null default '',
  text text not null default '',
  tips text not null default '',
  initials boolean not null default false,
  -- 'draft': only its author sees it; 'flagged': waits for an editor; 'hidden': by an editor
  state text not null check (state in ('draft', 'published', 'flagged', 'hidden')),
  -- when an editor kept the flagged review: earlier flags no longer count
  cleared_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (identifier, person_id)
);
create index review_identifier on review (identifier, state);
create index review_person on review (person_id);
create index review_flagged on review (changed_at) where state = 'flagged';

create table review_flag (
  review_id uuid not null references review (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  at timestamptz not null,
  primary key (review_id, person_id)
);
create index review_flag_person on review_flag (person_id);

create table recommendation (
  identifier text primary key references media_item (identifier) on delete cascade,
  text text not null,
  curriculum text not null default '',
  lessons text not null default '',
  valid_until date,
  person_id uuid references person (id) on delete set null,
  at timestamptz not null
);
create index recommendation_person on recommendation (person_id);

create table media_report (
  id uuid primary key,
  identifier text not null,
  -- a report is kept if its medium is deleted
  title text not null,
  reason text not null check (reason in ('content', 'broken', 'licence', 'accessibility', 'advertising', 'other')),
  text text not null default '',
  -- where to send an answer; '' if none is wanted
  email text not null default '',
  language text not null,
  -- null: an anonymous visitor
  person_id uuid references person (id) on delete set null,
  district_id text references district (id) on delete cascade,
  -- keyed hash of the caller's address, for the rate limit
  source text not null,
  state text not null default 'new' check (state in ('new', 'checked', 'fixed', 'rejected')),
  answer text not null default '',
  handled_by uuid references person (id) on delete set null,
  at timestamptz not null,
  changed_at timestamptz not null
);
create index media_report_state on media_report (state, at);
create index media_report_identifier on media_report (identifier);
create index media_report_source on media_report (source, at);
create index media_report_person on media_report (person_id);
create index media_report_district on media_report (district_id);
create index media_report_handled_by on media_report (handled_by);

-- Authors whose review of a medium was flagged or hidden. Kept if the review is deleted, so that a new one is held, too.
create table review_hold (
  identifier text not null references media_item (identifier) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  at timestamptz not null,
  primary key (identifier, person_id)
);
create index review_hold_person on review_hold (person_id);

create table review_words (
  district_id text primary key references district (id) on delete cascade,
  added text[] not null check (cardinality(added) <= 1000),
  removed text[] not null check (cardinality(removed) <= 1000),
  version integer not null check (version > 0),
  changed_at timestamptz not null,
  changed_by uuid references person (id) on delete set null
);
create index review_words_changed_by on review_words (changed_by);
