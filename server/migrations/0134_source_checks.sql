-- Whether external sources answer (docs/behaviour/external-sources.md#whether-they-answer). What answers has a row, too: that it was asked, and when.
create table source_check (
  source_id uuid primary key references external_source (id) on delete cascade,
  checked_at timestamptz not null,
  -- null: it answers
  problem text check (problem in ('address', 'unreachable', 'timeout', 'redirect', 'too_large', 'refused', 'bad_reply')),
  status integer,
  -- the first time it failed without having answered in between
  failing_since timestamptz,
  check ((problem is null) = (failing_since is null))
);
create index source_check_checked_at on source_check (checked_at);
