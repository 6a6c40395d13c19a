-- What the portal tells people, beside the mails about it (docs/behaviour/mails.md#notices).
create table notice (
  id uuid primary key,
  -- to somebody with an account, or to learners who come by a code
  person_id uuid references person (id) on delete cascade,
  code_id uuid references learner_code (id) on delete cascade,
  template text not null,
  title text not null check (length(title) between 1 and 300),
  body text not null default '' check (length(body) <= 2000),
  -- a path of the portal
  href text check (href like '/%' and length(href) <= 500),
  -- what is told once only
  once text check (length(once) <= 200),
  created_at timestamptz not null,
  read_at timestamptz,
  -- false: the person wants it in the mail of the day only
  shown boolean not null default true,
  -- when the mail of the day leaves that it is to stand in
  mail_due timestamptz,
  check (num_nonnulls(person_id, code_id) = 1)
);
create index notice_person on notice (person_id, created_at desc);
create index notice_code on notice (code_id, created_at desc);
create index notice_unread on notice (coalesce(person_id, code_id)) where read_at is null and shown;
create unique index notice_once on notice (coalesce(person_id, code_id), once) where once is not null;
create index notice_mail_due on notice (mail_due) where mail_due is not null;
create index notice_created_at on notice (created_at);

-- Said to those who have the portal open, when it is committed.
create function tell_notice() returns trigger language plpgsql as $$
begin
  perform pg_notify('notice', coalesce(new.person_id, new.code_id)::text);
  return null;
end $$;
create trigger notice_told after insert or update of read_at on notice for each row execute function tell_notice();

-- Kinds of mail that come in one mail a day, and kinds that do not stand in the portal; `muted` are those that come by no mail.
alter table person add column mail_daily text[] not null default '{lists}';
alter table person add column portal_off text[] not null default '{}';
alter table person alter column muted set default '{shared,assignments,help}';
update person set muted = muted || '{shared,assignments,help}';
