-- Licences other portals say their schools have, asked for once a day (docs/behaviour/licences.md#from-other-portals).
create table policy_list (
  provider text primary key check (length(provider) <= 40),
  asked_at timestamptz not null,
  -- When the last answer came that could be read; what follows is of it.
  read_at timestamptz,
  error text check (length(error) <= 500),
  created integer not null default 0,
  here integer not null default 0,
  left_out integer not null default 0
);
