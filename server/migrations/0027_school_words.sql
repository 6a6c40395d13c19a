-- Schools as they are sorted and looked for among thousands: without marks, in the order of their letters wherever the database stands.
-- Measured, see bench/results/schools.md.
alter table school add column sort_name text collate "C" generated always as (lower(replace(translate(name,
  'ÄÖÜÀÁÂÃÅĀĂĄÇĆČĎÈÉÊËĒĖĘĚĞÌÍÎÏĪĮİŁŃŇÑÒÓÔÕØŌŐŘŚŞŠȘŤŢȚÙÚÛŪŮŰŲÝŸŹŻŽĐÐäöüàáâãåāăąçćčďèéêëēėęěğìíîïīįıłńňñòóôõøōőřśşšșťţțùúûūůűųýÿźżžđð',
  'aouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzddaouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzdd'), 'ß', 'ss'))) stored;
alter table school add column sort_city text collate "C" generated always as (lower(replace(translate(city,
  'ÄÖÜÀÁÂÃÅĀĂĄÇĆČĎÈÉÊËĒĖĘĚĞÌÍÎÏĪĮİŁŃŇÑÒÓÔÕØŌŐŘŚŞŠȘŤŢȚÙÚÛŪŮŰŲÝŸŹŻŽĐÐäöüàáâãåāăąçćčďèéêëēėęěğìíîïīįıłńňñòóôõøōőřśşšșťţțùúûūůűųýÿźżžđð',
  'aouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzddaouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzdd'), 'ß', 'ss'))) stored;
-- Every word of name, place, number and postcode after a space: what is typed begins one.
alter table school add column words text collate "C" generated always as (lower(replace(translate(translate(' ' || name || ' ' || city || ' ' || number || ' ' || postcode, '-/().,"„“', '         '),
  'ÄÖÜÀÁÂÃÅĀĂĄÇĆČĎÈÉÊËĒĖĘĚĞÌÍÎÏĪĮİŁŃŇÑÒÓÔÕØŌŐŘŚŞŠȘŤŢȚÙÚÛŪŮŰŲÝŸŹŻŽĐÐäöüàáâãåāăąçćčďèéêëēėęěğìíîïīįıłńňñòóôõøōőřśşšșťţțùúûūůűųýÿźżžđð',
  'aouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzddaouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzdd'), 'ß', 'ss'))) stored;
drop index school_sort;
create index school_by_name on school (district_id, sort_name);
