-- Steps of the hourly round: when each was done last, how that went, and who does it now (docs/behaviour/common.md#hourly-round).
create table routine (
  name text primary key check (length(name) between 1 and 100),
  -- the process that does it holds it until then
  leased_until timestamptz,
  due_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- null: it was done
  error text check (length(error) <= 500)
);
