-- Hosts that exercises and packages may load content from.
create table content_host (
  host text primary key check (length(host) between 3 and 253),
  added_at timestamptz not null
);
