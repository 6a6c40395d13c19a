-- Damage noted at a return opens a report, also without a description.
alter table damage_report drop constraint damage_report_text_check;
alter table damage_report add constraint damage_report_text_check check (length(text) <= 2000);
