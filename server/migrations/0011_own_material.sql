-- Material of teachers (docs/behaviour/own-material.md).
-- Deleted only with its medium: a medium without this row would be visible to everyone.
create table own_material (
  identifier text primary key references media_item (identifier) on delete cascade,
  school_id text not null references school (id),
  made_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  -- since when the whole school can see it; null: a draft
  given_at timestamptz,
  rights_source text check (rights_source in ('own', 'open', 'permission')),
  rights_licence text,
  rights_from text not null default '',
  -- who removed it, while it can be restored; the time is `media_item.retired_at`
  removed_by text check (removed_by in ('maker', 'school')),
  removed_why text not null default '',
  check (given_at is null or rights_source is not null)
);
create index own_material_school on own_material (school_id);
create index own_material_made_by on own_material (made_by);
