-- News with audiences and review (docs/behaviour/news.md).
create table news_category (
  slug text primary key,
  -- name by language
  labels jsonb not null,
  rank integer not null
);

create table news (
  id uuid primary key,
  -- of a school or a district
  school_id text references school (id) on delete cascade,
  district_id text references district (id) on delete cascade,
  audience text not null check (audience in ('public', 'district', 'schools', 'school', 'classes')),
  roles text not null check (roles in ('all', 'teacher', 'learner')),
  category text references news_category (slug) on delete set null,
  -- as stored; scheduled and expired are derived: see newsState in the contract
  stage text not null check (stage in ('draft', 'in_review', 'published', 'archived')),
  display_at timestamptz,
  expires_at timestamptz,
  pinned_until timestamptz,
  notify text not null check (notify in ('none', 'portal', 'mail')),
  -- since when mails about them may be sent
  mailed_at timestamptz,
  comment text not null default '',
  -- for the log and the review; not shown
  added_by uuid references person (id) on delete set null,
  submitted_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- when the text was changed after publication
  updated_at timestamptz,
  version integer not null default 1,
  check ((school_id is null) <> (district_id is null)),
  check ((school_id is not null) = (audience in ('school', 'classes'))),
  check (stage <> 'published' or display_at is not null)
);
create index news_shown on news (display_at desc, id desc) where stage = 'published';
create index news_school on news (school_id);
create index news_district on news (district_id);
create index news_category_of on news (category);
create index news_added_by on news (added_by);
create index news_submitted_by on news (submitted_by);
create index news_mailed on news (mailed_at) where notify = 'mail' and stage = 'published';

create table news_text (
  news_id uuid not null references news (id) on delete cascade,
  language text not null,
  title text not null,
  teaser text not null,
  -- sanitised HTML
  body text not null,
  -- alternative text of the cover
  cover_alt text not null,
  primary key (news_id, language)
);

-- Schools or classes of a restricted audience.
create table news_target (
  news_id uuid not null references news (id) on delete cascade,
  school_id text references school (id) on delete cascade,
  class_id uuid references class (id) on delete cascade,
  unique (news_id, class_id),
  unique (news_id, school_id),
  check ((school_id is null) <> (class_id is null))
);
create index news_target_school on news_target (school_id);
create index news_target_class on news_target (class_id);

create table news_file (
  id uuid primary key,
  -- null: uploaded, not attached
  news_id uuid references news (id) on delete set null,
  kind text not null check (kind in ('picture', 'attachment')),
  name text not null,
  mime text not null,
  bytes integer not null,
  width integer,
  height integer,
  cover boolean not null default false,
  -- position among the attachments
  rank integer,
  added_by uuid references person (id) on delete set null,
  -- when it was uploaded or detached
  since timestamptz not null
);
create index news_file_news on news_file (news_id);
create index news_file_added_by on news_file (added_by);
create index news_file_unnamed on news_file (since) where news_id is null;
create unique index news_file_cover on news_file (news_id) where cover;
