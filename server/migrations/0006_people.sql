-- What accounts and schools go through: registration, approval, blocking, closing (docs/behaviour/accounts.md#states, docs/behaviour/schools.md#states).
alter table person drop constraint person_state_check;
alter table person add constraint person_state_check check (state in
  ('pending_email', 'pending_approval', 'declined', 'active', 'blocked', 'dormant', 'deletion_pending'));
alter table person add column state_since timestamptz not null default now();
-- why it was declined or blocked, told to the person
alter table person add column state_reason text not null default '';
alter table person add column salutation text not null default '';
-- 'L' teacher, 'P' other staff, 'S' learner, '' an administrator without a teaching role, or nothing known
alter table person add constraint person_role_check check (role in ('L', 'P', 'S', ''));
-- Entleihercode: signs in where the portal says so; compared without case
alter table person add column borrower_code text;
create unique index person_borrower_code on person (lower(borrower_code));
-- the school a person named at registration that is not in the list
alter table person add column school_wish text not null default '';
-- version of the terms that was agreed to
alter table person add column terms_version text not null default '';
alter table person add column last_sign_in_at timestamptz;
-- an account of the demo school: signs in without a second factor
alter table person add column demo boolean not null default false;
alter table person add column version integer not null default 1;
create index person_school_state on person (school_id, state);
create index person_sort on person (lower(name), lower(vorname), id);

alter table school add column kind text not null default '';
alter table school add column email text not null default '';
alter table school add column phone text not null default '';
alter table school add column website text not null default '';
alter table school add column state text not null default 'active' check (state in ('active', 'suspended', 'closing', 'closed'));
alter table school add column state_since timestamptz not null default now();
-- shown to people of a suspended school at sign-in
alter table school add column state_reason text not null default '';
-- last day of a school that is closing
alter table school add column closes_on date;
alter table school add column settings jsonb not null default '{}';
alter table school add column version integer not null default 1;
create index school_sort on school (district_id, lower(name), id);
