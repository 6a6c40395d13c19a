-- Notices and browser notifications (docs/behaviour/mails.md).
create table notice (
  id uuid primary key,
  -- recipient: an account or a learner code
  person_id uuid references person (id) on delete cascade,
  code_id uuid references learner_code (id) on delete cascade,
  template text not null,
  title text not null check (length(title) between 1 and 300),
  body text not null default '' check (length(body) <= 2000),
  -- a path of the portal
  href text check (href like '/%' and length(href) <= 500),
  -- key of a notice that is sent only once
  once text check (length(once) <= 200),
  created_at timestamptz not null,
  read_at timestamptz,
  -- false: the person wants it in the daily mail only
  shown boolean not null default true,
  -- when the daily mail with this notice is due
  mail_due timestamptz,
  -- messages and their values, to render the notice in the language of the page; null: as written
  made_of jsonb check (length(made_of::text) <= 24000),
  check (num_nonnulls(person_id, code_id) = 1)
);
create index notice_person on notice (person_id, created_at desc);
create index notice_code on notice (code_id, created_at desc);
create index notice_unread on notice (coalesce(person_id, code_id)) where read_at is null and shown;
create unique index notice_once on notice (coalesce(person_id, code_id), once) where once is not null;
create index notice_mail_due on notice (mail_due) where mail_due is not null;
create index notice_created_at on notice (created_at);

-- Notifies open pages when the notice is committed.
create function tell_notice() returns trigger language plpgsql as $$
begin
  perform pg_notify('notice', coalesce(new.person_id, new.code_id)::text);
  return null;
end $$;
create trigger notice_told after insert or update of read_at on notice for each row execute function tell_notice();

-- Push subscriptions of browsers. Deleted with the person, or when the push service reports the browser as gone.
create table push_subscription (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  -- address at the push service; unique, because one user is signed in per browser
  endpoint text not null unique check (length(endpoint) between 10 and 1000),
  -- public key of the browser
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  -- such as 'Firefox · Windows'
  device text not null default '' check (length(device) <= 80),
  created_at timestamptz not null
);
create index push_subscription_person on push_subscription (person_id, created_at);
