-- Columns whose values are one of a few: the database holds them now, and their types say them (server/src/db/generate-tables.ts).
alter table media_file add constraint media_file_role_check
  check (role in ('main', 'caption', 'chapters', 'transcript', 'material', 'poster', 'audio_description'));
alter table upload add constraint upload_role_check
  check (role in ('main', 'caption', 'chapters', 'transcript', 'material', 'poster', 'audio_description'));
alter table media_version add constraint media_version_what_check
  check (what in ('before', 'import', 'create', 'edit', 'bulk', 'retire', 'bring_back', 'undo'));
alter table person add constraint person_salutation_check check (salutation in ('', 'ms', 'mr', 'mx'));
alter table person add constraint person_capabilities_check
  check (capabilities <@ array['cap_lending', 'cap_news', 'cap_catalogue', 'cap_licences']);
alter table class add constraint class_needs_check
  check (needs <@ array['captions', 'easy_language', 'no_sound', 'audio_description']);
