-- Invitations to a school, and later to a class: to one address, or by a link for many (docs/behaviour/invitations.md).
create table invitation (
  -- 128 random bits: whoever knows it holds the link
  id text primary key,
  kind text not null check (kind in ('personal', 'link')),
  target text not null check (target in ('school', 'class')),
  school_id text not null references school (id) on delete cascade,
  class_id uuid,
  role text not null check (role in ('teacher', 'student', 'school_admin')),
  email text,
  vorname text not null default '',
  name text not null default '',
  -- links: only addresses of these domains, none is all
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
  check ((kind = 'personal') = (email is not null)),
  check ((target = 'class') = (class_id is not null)),
  check (kind = 'personal' or role <> 'school_admin'),
  check (max_uses is null or used_count <= max_uses)
);
create index invitation_school on invitation (school_id, created_at);
create index invitation_email on invitation (lower(email));
create index invitation_created_by on invitation (created_by);
create index invitation_expires on invitation (expires_on);

-- Who came by it, or asks to.
create table invitation_use (
  invitation_id text not null references invitation (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  state text not null check (state in ('waiting', 'confirmed', 'rejected')),
  at timestamptz not null,
  decided_by uuid references person (id) on delete set null,
  decided_at timestamptz,
  primary key (invitation_id, person_id)
);
create index invitation_use_person on invitation_use (person_id);
create index invitation_use_decided_by on invitation_use (decided_by);
create index invitation_use_waiting on invitation_use (invitation_id) where state = 'waiting';
