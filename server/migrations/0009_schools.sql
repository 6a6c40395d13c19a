-- Schools as a district looks after them: logo, number pattern, closing and merging; whom a line of the audit log is about.
alter table district add column number_pattern text not null default '';

-- digest of the logo's bytes, which lie in the storage
alter table school add column logo text;
alter table school add column logo_mime text check (logo_mime in ('image/svg+xml', 'image/png'));
-- the school its people and licences went to
alter table school add column merged_into text references school (id) on delete set null;
create index school_merged_into on school (merged_into) where merged_into is not null;
-- days before its end of which people were told last
alter table school add column told_days integer;
create index school_state on school (state) where state <> 'active';

-- when a person was told that the account will go
alter table person add column told_dormant_at timestamptz;
-- Names as they are sorted and looked for: without marks, in the order of their letters wherever the database stands. Words that an
-- administrator types are beginnings: measured, see bench/results/people.md.
alter table person add column sort_name text collate "C" generated always as (lower(replace(translate(name,
  'ÄÖÜÀÁÂÃÅĀĂĄÇĆČĎÈÉÊËĒĖĘĚĞÌÍÎÏĪĮİŁŃŇÑÒÓÔÕØŌŐŘŚŞŠȘŤŢȚÙÚÛŪŮŰŲÝŸŹŻŽĐÐäöüàáâãåāăąçćčďèéêëēėęěğìíîïīįıłńňñòóôõøōőřśşšșťţțùúûūůűųýÿźżžđð',
  'aouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzddaouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzdd'), 'ß', 'ss'))) stored;
alter table person add column sort_vorname text collate "C" generated always as (lower(replace(translate(vorname,
  'ÄÖÜÀÁÂÃÅĀĂĄÇĆČĎÈÉÊËĒĖĘĚĞÌÍÎÏĪĮİŁŃŇÑÒÓÔÕØŌŐŘŚŞŠȘŤŢȚÙÚÛŪŮŰŲÝŸŹŻŽĐÐäöüàáâãåāăąçćčďèéêëēėęěğìíîïīįıłńňñòóôõøōőřśşšșťţțùúûūůűųýÿźżžđð',
  'aouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzddaouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzdd'), 'ß', 'ss'))) stored;
create index person_by_name on person (sort_name, sort_vorname, id);
create index person_by_vorname on person (sort_vorname);
create index person_email_begin on person ((lower(email) collate "C"));
create index person_username_begin on person ((lower(username) collate "C"));
create index person_last on person (last_sign_in_at desc nulls last, id desc);
create index person_since on person (state_since, id);
create index person_waiting on person (school_id) where state = 'pending_approval';

-- Who may read a line: the school and the district it happened in; and the person it is about.
alter table audit_log add column school_id text references school (id) on delete set null;
alter table audit_log add column district_id text references district (id) on delete set null;
alter table audit_log add column subject_id uuid references person (id) on delete set null;
update audit_log set school_id = person.school_id,
  district_id = coalesce(person.district_id, (select school.district_id from school where school.id = person.school_id))
  from person where person.id = audit_log.person_id;
create index audit_log_school on audit_log (school_id, at);
create index audit_log_district on audit_log (district_id, at);
create index audit_log_subject on audit_log (subject_id);
