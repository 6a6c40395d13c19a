-- When an account that is due for deletion was last kept because of what it still has or owes.
alter table person add column erasure_kept_at timestamptz;
