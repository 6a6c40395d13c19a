-- A medium that was added and not given to anybody yet: whoever made it sees it, and editors in their list (docs/behaviour/catalogue.md#drafts).
create table media_draft (
  identifier text primary key references media_item (identifier) on delete cascade,
  made_by uuid references person (id) on delete set null,
  created_at timestamptz not null
);
create index media_draft_made_by on media_draft (made_by);
