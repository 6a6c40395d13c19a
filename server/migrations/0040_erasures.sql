-- An administrator has an account erased; until its day comes nobody signs in with it (docs/behaviour/accounts.md#states).
alter table person drop constraint person_state_check;
alter table person add constraint person_state_check check (state in
  ('pending_email', 'pending_approval', 'declined', 'active', 'blocked', 'dormant', 'deletion_pending', 'erasure_pending'));
-- Who was blocked before is so again when the erasure is taken back.
alter table person add column blocked_before boolean not null default false;

-- Whom no backup brings back: a keyed hash of each account that was erased (docs/operate/backup.md).
create table erasure (
  person_hash text primary key,
  erased_at timestamptz not null
);
create index erasure_erased_at on erasure (erased_at);
