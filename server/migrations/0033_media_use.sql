-- How often media were used at a school (docs/behaviour/uses.md#what-is-stored), counted as it happens: the shelf of a person knows the last time only, and is forgotten.
-- A use is a medium opened or downloaded by somebody on a day, however often. Sums only; they stay for a year, and lead to nobody.
create table media_use (
  school_id text not null references school (id) on delete cascade,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  -- points to no medium: what was used counts on when the medium is gone
  identifier text not null,
  uses integer not null,
  -- by how many people in this month
  people integer not null,
  primary key (school_id, month, identifier)
);
create index media_use_month_key on media_use (month);

-- How many people used anything.
create table media_use_month (
  school_id text not null references school (id) on delete cascade,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  people integer not null,
  primary key (school_id, month)
);

-- So that nobody is counted twice: keyed hashes of person and day or month, and medium. They name nobody and nothing, and go when it is over.
create table media_use_sign (
  sign text primary key,
  ends_on date not null
);
create index media_use_sign_ends_on on media_use_sign (ends_on);

-- What shelves and lists of downloads still tell. Their people have no signs and would be counted again in the month that runs: there they
-- count where they are enough to be told, and are counted anew where they are not.
insert into media_use (school_id, month, identifier, uses, people)
  select used.school_id, to_char(used.day, 'YYYY-MM'), used.identifier, count(*),
    case when to_char(used.day, 'YYYY-MM') < to_char(now() at time zone 'Europe/Berlin', 'YYYY-MM') or count(distinct used.person_id) >= 5
      then count(distinct used.person_id) else 0 end
  from (
    select person.school_id, history.person_id, history.identifier, (history.last_used at time zone 'Europe/Berlin')::date as day
      from history join person on person.id = history.person_id
    union
    select person.school_id, download.person_id, download.identifier, (download.at at time zone 'Europe/Berlin')::date
      from download join person on person.id = download.person_id
  ) as used
  where used.school_id is not null and used.day >= date_trunc('month', (now() at time zone 'Europe/Berlin') - interval '12 months')
  group by 1, 2, 3;

insert into media_use_month (school_id, month, people)
  select used.school_id, used.month,
    case when used.month < to_char(now() at time zone 'Europe/Berlin', 'YYYY-MM') or count(distinct used.person_id) >= 5
      then count(distinct used.person_id) else 0 end
  from (
    select person.school_id, history.person_id, to_char(history.last_used at time zone 'Europe/Berlin', 'YYYY-MM') as month
      from history join person on person.id = history.person_id
    union
    select person.school_id, download.person_id, to_char(download.at at time zone 'Europe/Berlin', 'YYYY-MM')
      from download join person on person.id = download.person_id
  ) as used
  where used.school_id is not null and used.month >= to_char((now() at time zone 'Europe/Berlin') - interval '12 months', 'YYYY-MM')
  group by 1, 2;
