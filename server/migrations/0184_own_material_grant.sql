-- Drafts of own material given to classes, groups and colleagues (docs/behaviour/own-material.md#giving).
-- A row ends with the class entry, share, release, list item or step that gives the material.
create table own_material_grant (
  identifier text not null references own_material (identifier) on delete cascade,
  -- null: given to colleagues by name
  class_id uuid references class (id) on delete cascade,
  entry_id uuid references class_media (id) on delete cascade,
  shared_id uuid references shared_medium (id) on delete cascade,
  release_id uuid references medialist_release (id) on delete cascade,
  item_id uuid references medialist_item (id) on delete cascade,
  step_id uuid references assignment_step (id) on delete cascade,
  constraint own_material_grant_once unique nulls not distinct (identifier, entry_id, shared_id, release_id, item_id, step_id),
  check (num_nonnulls(entry_id, shared_id, release_id, step_id) = 1),
  check ((release_id is null) = (item_id is null)),
  check ((shared_id is null) = (class_id is not null))
);
create index own_material_grant_class on own_material_grant (class_id);
create index own_material_grant_entry on own_material_grant (entry_id);
create index own_material_grant_shared on own_material_grant (shared_id);
create index own_material_grant_release on own_material_grant (release_id);
create index own_material_grant_item on own_material_grant (item_id);
create index own_material_grant_step on own_material_grant (step_id);

-- Every index adds the token of the people a draft is given to.
insert into media_change (identifier) select own_material.identifier from own_material where own_material.given_at is null;
