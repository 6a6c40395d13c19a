-- Units, notices and other hosts of a package or an exercise, as its inspection found them; null for any other file and for older uploads.
alter table media_file add column package jsonb;
