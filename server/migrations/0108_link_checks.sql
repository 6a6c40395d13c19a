-- Whether addresses of media still lead somewhere (docs/behaviour/link-checks.md). What answers has a row, too: that it was asked, and when.
create table link_check (
  identifier text primary key references media_item (identifier) on delete cascade,
  -- what was asked; of another address nothing is known yet
  url text not null check (length(url) <= 2000),
  checked_at timestamptz not null,
  -- null: it answers
  problem text check (problem in ('gone', 'refused', 'unreachable', 'timeout', 'redirect', 'address')),
  status integer,
  -- the first and the last day in Berlin on which it failed without having answered in between
  failed_from date,
  failed_on date,
  check ((problem is null or problem = 'address') = (failed_from is null)),
  check ((failed_from is null) = (failed_on is null) and failed_on >= failed_from)
);
create index link_check_problem on link_check (problem, failed_from, identifier) where problem is not null;
create index link_check_checked_at on link_check (checked_at);
