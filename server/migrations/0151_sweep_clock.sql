-- One row: whether the hourly round trusts the clock (docs/behaviour/common.md#a-clock-that-jumps).
create table sweep_clock (
  id integer primary key default 1 check (id = 1),
  -- the last look at which the clock was trusted
  trusted_at timestamptz not null,
  -- the clock is far ahead of trusted_at since then; null: it is trusted
  doubted_since timestamptz,
  -- the last look while it was doubted
  seen_at timestamptz
);
insert into sweep_clock (trusted_at)
  select max(routine.finished_at) from routine having max(routine.finished_at) is not null;
