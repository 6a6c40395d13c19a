-- Few of the people of a district administrate or are other staff: finding them must not read everybody.
create index person_administrators on person (sort_name, sort_vorname, id) where school_admin <> '0' or district_admin = '1';
create index person_staff on person (sort_name, sort_vorname, id) where role = 'P';
