-- Folders a person puts bookmarks into: one level, each name once. What lies in a folder that goes stays a bookmark.
create table bookmark_folder (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null,
  -- A bookmark lies in a folder of its own person, and in no other's.
  unique (person_id, id)
);
create unique index bookmark_folder_name on bookmark_folder (person_id, lower(name));

alter table bookmark add column folder_id uuid;
alter table bookmark add constraint bookmark_folder_id_fkey
  foreign key (person_id, folder_id) references bookmark_folder (person_id, id) on delete set null (folder_id);
create index bookmark_folder_id on bookmark (person_id, folder_id);
