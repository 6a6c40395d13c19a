-- Accounts, sessions and second factors (docs/behaviour/accounts.md).
create table person (
  id uuid primary key,
  -- stored in lower case, as the user name is; either signs in
  email text,
  username text,
  password_hash text,
  vorname text not null default '',
  name text not null default '',
  -- 'L' teacher, 'P' other staff, 'S' learner, '' an administrator without a teaching role or an unknown role
  role text not null default '' check (role in ('L', 'P', 'S', '')),
  school_admin text not null default '0' check (school_admin in ('0', '1', '2')),
  district_admin text not null default '0' check (district_admin in ('0', '1')),
  capabilities text[] not null default '{}' check (capabilities <@ array['cap_lending', 'cap_news', 'cap_catalogue', 'cap_licences']),
  school_id text references school (id),
  district_id text references district (id),
  locale text,
  state text not null
    default 'active'
      check (state in ('pending_email', 'pending_approval', 'declined', 'active', 'blocked', 'dormant', 'deletion_pending',
        'erasure_pending')),
  created_at timestamptz not null default now(),
  state_since timestamptz not null default now(),
  -- why the account was declined or blocked, shown to the person
  state_reason text not null default '',
  salutation text not null default '' check (salutation in ('', 'ms', 'mr', 'mx')),
  -- signs in if the portal allows it; compared without case
  borrower_code text,
  -- the school named at registration, if it is not in the list
  school_wish text not null default '',
  -- version of the terms the person agreed to
  terms_version text not null default '',
  last_sign_in_at timestamptz,
  -- an account of the demo school: signs in without a second factor
  demo boolean not null default false,
  version integer not null default 1,
  -- kinds of mail the person does not want, as in contract/src/mails/mails.ts
  muted text[] not null default '{shared,assignments,help}',
  -- when and how often the school was reminded that the account waits for approval
  reminded integer not null default 0,
  dormant_notified_at timestamptz,
  -- without diacritics, so that the order does not depend on the collation of the database
  sort_name text collate "C" generated always as (lower(replace(translate(name,
    'ÄÖÜÀÁÂÃÅĀĂĄÇĆČĎÈÉÊËĒĖĘĚĞÌÍÎÏĪĮİŁŃŇÑÒÓÔÕØŌŐŘŚŞŠȘŤŢȚÙÚÛŪŮŰŲÝŸŹŻŽĐÐäöüàáâãåāăąçćčďèéêëēėęěğìíîïīįıłńňñòóôõøōőřśşšșťţțùúûūůűųýÿźżžđð',
    'aouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzddaouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzdd'), 'ß', 'ss'))) stored,
  sort_vorname text collate "C" generated always as (lower(replace(translate(vorname,
    'ÄÖÜÀÁÂÃÅĀĂĄÇĆČĎÈÉÊËĒĖĘĚĞÌÍÎÏĪĮİŁŃŇÑÒÓÔÕØŌŐŘŚŞŠȘŤŢȚÙÚÛŪŮŰŲÝŸŹŻŽĐÐäöüàáâãåāăąçćčďèéêëēėęěğìíîïīįıłńňñòóôõøōőřśşšșťţțùúûūůűųýÿźżžđð',
    'aouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzddaouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzdd'), 'ß', 'ss'))) stored,
  -- month of the last monthly report
  report_month text check (report_month ~ '^\d{4}-\d{2}$'),
  year_end_month text check (year_end_month ~ '^\d{4}-\d{2}$'),
  -- null: never; news from before the account was created do not count as new
  last_seen_news_at timestamptz,
  news_mailed_at timestamptz,
  blocked_before boolean not null default false,
  class_requests_at timestamptz,
  -- kinds of mail that are sent in one mail a day
  mail_daily text[] not null default '{lists}',
  portal_off text[] not null default '{}',
  -- when an account due for deletion was last kept because of loans, orders or fees
  erasure_kept_at timestamptz
);
create unique index person_email on person (lower(email));
create unique index person_username on person (lower(username));
create index person_school on person (school_id);
create index person_district on person (district_id);
create unique index person_borrower_code on person (lower(borrower_code));
create index person_school_state on person (school_id, state);
create index person_sort on person (lower(name), lower(vorname), id);
create index person_by_name on person (sort_name, sort_vorname, id);
create index person_by_vorname on person (sort_vorname);
create index person_email_begin on person (lower(email) collate "C");
create index person_username_begin on person (lower(username) collate "C");
create index person_last on person (last_sign_in_at desc nulls last, id desc);
create index person_since on person (state_since, id);
create index person_waiting on person (school_id) where state = 'pending_approval';
-- Finds the few administrators of a district without a scan.
create index person_administrators on person (sort_name, sort_vorname, id) where school_admin <> '0' or district_admin = '1';
create index person_staff on person (sort_name, sort_vorname, id) where role = 'P';
alter table school_feed add constraint school_feed_person_id_fkey foreign key (person_id) references person (id) on delete cascade;

create table session (
  -- SHA-256 of the cookie's value, hexadecimal
  id_hash text primary key,
  person_id uuid references person (id) on delete cascade,
  stay boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- names the session in the list of the person's sessions
  id uuid not null default gen_random_uuid(),
  -- browser and system, such as 'Firefox · Windows'; never an address
  device text not null default '',
  oidc_provider text,
  oidc_subject text,
  oidc_sid text,
  code_id uuid,
  -- a session belongs to a person, a learner code or a link to a media list
  link_id uuid,
  -- encrypted token of the identity provider, needed to sign out there
  oidc_token text,
  constraint session_whose check (num_nonnulls(person_id, code_id, link_id) = 1)
);
create index session_person on session (person_id);
create index session_expires on session (expires_at);
create unique index session_id on session (id);
create index session_oidc on session (oidc_provider, oidc_subject);
create index session_code on session (code_id);
create index session_link on session (link_id);

-- Links in mails. Only the hash of the token is stored.
create table account_token (
  hash text primary key,
  kind text not null check (kind in ('register', 'reset', 'email')),
  person_id uuid not null references person (id) on delete cascade,
  -- of an 'email' token: the new address
  email text,
  -- the job that created the token: a repeated job creates no second one
  request_id uuid unique,
  -- of a 'reset' token: when the second factor was presented
  confirmed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  -- the invitation the person registered with
  invitation_id text,
  challenge text
);
create index account_token_person on account_token (person_id, kind);
create index account_token_expires on account_token (expires_at);
create index account_token_invitation on account_token (invitation_id) where invitation_id is not null;

-- Browsers a person has signed in with. The person is notified of a new one.
create table known_device (
  person_id uuid not null references person (id) on delete cascade,
  device text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (person_id, device)
);

-- Authenticator apps and passkeys.
create table second_factor (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null default '',
  -- of a 'totp' factor: encrypted with a key derived from the portal's secret
  secret text,
  -- time step of the last code, so that no code is used twice
  last_step bigint not null default 0,
  -- of a 'passkey' factor: base64url
  credential_id text unique,
  public_key text,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index second_factor_person on second_factor (person_id);

create table recovery_code (
  person_id uuid not null references person (id) on delete cascade,
  -- keyed hash
  hash text not null,
  primary key (person_id, hash)
);

create table pending_sign_in (
  hash text primary key,
  person_id uuid not null references person (id) on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'setup')),
  stay boolean not null default false,
  challenge text,
  secret text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  oidc jsonb
);
create index pending_sign_in_person on pending_sign_in (person_id);
create index pending_sign_in_expires on pending_sign_in (expires_at);

-- Replies to calls that order or buy, kept for a day (docs/behaviour/common.md#idempotency).
create table kept_answer (
  person_id uuid not null references person (id) on delete cascade,
  -- keyed hash of the idempotency key
  key_hash text not null,
  -- keyed hash of the call and its input
  request_hash text not null,
  -- encrypted with the idempotency key
  answer text not null,
  at timestamptz not null,
  primary key (person_id, key_hash)
);
create index kept_answer_at on kept_answer (at);
