-- Whose review of a medium was taken out of sight, by objections, by its words or by an editor, and not shown again since. It outlives the
-- review: deleting it and writing it anew is no way past the editor.
create table review_hold (
  identifier text not null references media_item (identifier) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  at timestamptz not null,
  primary key (identifier, person_id)
);
create index review_hold_person on review_hold (person_id);

insert into review_hold (identifier, person_id, at)
  select review.identifier, review.person_id, review.changed_at from review where review.state in ('flagged', 'hidden');
