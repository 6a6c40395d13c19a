-- Invitations to schools, classes and media centres (docs/behaviour/invitations.md).
create table invitation (
  -- 128 random bits, part of the link
  id text primary key,
  kind text not null check (kind in ('personal', 'link')),
  target text not null check (target in ('school', 'class', 'district')),
  school_id text references school (id) on delete cascade,
  class_id uuid constraint invitation_class references class (id) on delete cascade,
  role text not null check (role in ('teacher', 'student', 'school_admin', 'staff', 'district_admin')),
  email text,
  vorname text not null default '',
  name text not null default '',
  -- of a link: only addresses of these domains; empty: all
  allowed_domains text[] not null default '{}',
  own_school_only boolean not null default true,
  students_allowed boolean not null default true,
  needs_confirmation boolean not null default false,
  max_uses integer check (max_uses between 1 and 500),
  used_count integer not null default 0,
  -- last day
  expires_on date not null,
  message text not null default '',
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  sent_at timestamptz,
  reminded_at timestamptz,
  revoked_at timestamptz,
  declined_at timestamptz,
  accepted_at timestamptz,
  -- the district whose staff they become
  staff_of text references district (id) on delete cascade,
  capabilities text[] not null default '{}' check (capabilities <@ array['cap_lending', 'cap_news', 'cap_catalogue', 'cap_licences']),
  check ((kind = 'personal') = (email is not null)),
  constraint invitation_place check ((target = 'district') = (staff_of is not null) and (target = 'district') = (school_id is null)),
  check ((target = 'class') = (class_id is not null)),
  check (kind = 'personal' or role <> 'school_admin'),
  check (max_uses is null or used_count <= max_uses),
  constraint invitation_of_staff
    check ((target = 'district') = (role in ('staff', 'district_admin')) and (target <> 'district' or kind = 'personal')),
  constraint invitation_responsible check (role = 'staff' or capabilities = '{}')
);
create index invitation_school on invitation (school_id, created_at);
create index invitation_email on invitation (lower(email));
create index invitation_created_by on invitation (created_by);
create index invitation_expires on invitation (expires_on);
create index invitation_class on invitation (class_id);
create index invitation_staff_of on invitation (staff_of, created_at);
alter table account_token add
  constraint account_token_invitation_id_fkey foreign key (invitation_id) references invitation (id) on delete set null;

-- People who accepted an invitation, or asked to.
create table invitation_use (
  invitation_id text not null references invitation (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  state text not null check (state in ('waiting', 'confirmed', 'rejected')),
  at timestamptz not null,
  decided_by uuid references person (id) on delete set null,
  decided_at timestamptz,
  -- the person's school at the request: after a move the person asks again
  from_school_id text references school (id) on delete set null,
  primary key (invitation_id, person_id)
);
create index invitation_use_person on invitation_use (person_id);
create index invitation_use_decided_by on invitation_use (decided_by);
create index invitation_use_waiting on invitation_use (invitation_id) where state = 'waiting';
create index invitation_use_from_school on invitation_use (from_school_id);
