-- Which classes used media in a month (docs/behaviour/uses.md#active-classes): how many of a class opened something. Sums only; they stay as long
-- as other sums of uses, and lead to nobody. A class counts as active from five on.
create table media_use_class (
  class_id uuid not null references class (id) on delete cascade,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  people integer not null,
  primary key (class_id, month)
);
create index media_use_class_month on media_use_class (month);
