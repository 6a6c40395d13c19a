-- When whoever teaches a class last looked at its results: the card of the class counts what is new since (docs/behaviour/assignments.md#results).
alter table class_member add column results_seen_at timestamptz;

-- What was there before is known.
update class_member set results_seen_at = now() where role <> 'student';
