-- Checks of the addresses of media (docs/behaviour/link-checks.md). Every checked address has a row.
create table link_check (
  identifier text primary key references media_item (identifier) on delete cascade,
  -- the checked address; another one is not checked yet
  url text not null check (length(url) <= 2000),
  checked_at timestamptz not null,
  -- null: the address responds
  problem text check (problem in ('gone', 'refused', 'unreachable', 'timeout', 'redirect', 'address')),
  status integer,
  -- first and last day (Berlin) of consecutive failures
  failed_from date,
  failed_on date,
  check ((problem is null or problem = 'address') = (failed_from is null)),
  check ((failed_from is null) = (failed_on is null) and failed_on >= failed_from)
);
create index link_check_problem on link_check (problem, failed_from, identifier) where problem is not null;
create index link_check_checked_at on link_check (checked_at);
