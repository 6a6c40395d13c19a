-- Data of the units of a SCORM package, by unit: { state, status, scaled }.
alter table assignment_work add column units jsonb not null default '{}';
